// Events that come one after the other as the answer to one question.

// Tells each; ends with the last, or when it is broken off. A refusal is thrown as its word.
export async function stream(address, signal, tell) {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Refusal((await answer.json().catch(() => ({}))).why ?? "busy");
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop();
    for (const event of events) tell(JSON.parse(event.slice("data: ".length)));
  }
}

export class Refusal extends Error {}
