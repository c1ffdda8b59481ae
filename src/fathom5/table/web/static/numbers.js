// Shares of a victory in the reader's language.

import { language } from "./words.js";

const whole = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
const signedWhole = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" });
const signedFine = new Intl.NumberFormat(language, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero" });

export const percent = (share) => whole.format(share);
export const signed = (share) => signedWhole.format(share);
export const finely = (share) => signedFine.format(share);
