// The socket: comes back by itself, and repeats what was not yet acknowledged. Ids make that harmless.

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
const HEARTBEAT = 20000;
const SILENCE = 45000;
const GONE = [4404, 4410]; // no such table, or shown out
const ASIDE = 4409; // the page says why

export function randomText(bytes = 16) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Live {
  #socket = null;
  #wait = FIRST_WAIT;
  #timer = 0;
  #heard = 0;
  #pending = new Map(); // id -> what was asked and not yet answered

  constructor(address, onMessage, onState) {
    this.address = address;
    this.onMessage = onMessage;
    this.onState = onState; // open, lost or gone
    addEventListener("online", () => this.#again(0));
    document.addEventListener("visibilitychange", () => document.hidden || this.#check());
    setInterval(() => this.#check(), HEARTBEAT);
    this.#connect();
  }

  ask(command) {
    const asked = { ...command, id: randomText() };
    this.#pending.set(asked.id, asked);
    this.#send(asked);
    return asked.id;
  }

  tell(command) {
    this.#send(command);
  }

  // Ask for all anew.
  refresh() {
    this.#socket?.close();
  }

  #send(command) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(command));
  }

  #connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.address());
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = FIRST_WAIT;
      this.#heard = Date.now();
      this.onState("open");
      for (const asked of this.#pending.values()) this.#send(asked);
    };
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    socket.onclose = ({ code }) => socket === this.#socket && this.#lost(code);
  }

  #hear(message) {
    this.#heard = Date.now();
    if (message.id) this.#pending.delete(message.id);
    this.onMessage(message);
  }

  #lost(code) {
    if (code === ASIDE) return location.reload();
    this.onState(GONE.includes(code) ? "gone" : "lost");
    if (!GONE.includes(code)) this.#again(this.#wait);
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 1.7);
  }

  #again(wait) {
    if (this.#socket?.readyState === WebSocket.OPEN || this.#socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  // A network that went away does not always say so.
  #check() {
    if (this.#socket?.readyState === WebSocket.OPEN && Date.now() - this.#heard > SILENCE) this.#socket.close();
    else if (this.#socket?.readyState === WebSocket.OPEN) this.#send({ do: "ping" });
    else this.#again(0);
  }
}
