"""How patient and how generous the tables are."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """The defaults are for people; tests and benches hurry."""

    public_url: str | None = None  # how the world reaches us, if not by the address asked for
    allow_hosts: tuple[str, ...] = ()  # other names that this house goes by
    trust_proxy: str | None = None  # addresses of proxies whose word is taken for where requests come from
    metrics: str | None = None  # where its figures can be had: a port of this machine, or an address and a port
    bot_pause: float = 0.6  # seconds before a bot moves, so that people can follow
    hand_pause: float = 1.5  # before a bot answers what depends on its hand, whatever it holds and however it thinks
    forced_pause: float = 0.3  # before a move without an alternative plays itself
    grace: float = 60.0  # before a bot sits in for someone who left
    promise_wait: float = 60.0  # for people's commitments, before a bot takes their seat
    words_wait: float = 15.0  # for people's words, before the round is broken
    keep_lobbies: float = 7.0  # days after which a table that has not begun ends, if nobody is there; 0 is never
    keep_unfinished: float = 90.0  # one at which nothing has happened
    keep_finished: float = 365.0  # one that is over
    idle: float = 30.0  # before a table that nobody is at leaves the memory
    frame: int = 4096  # bytes a command may have
    frames: tuple[float, float] = (60, 20)  # commands of a socket: at once, and a second
    talk: tuple[float, float] = (5, 0.5)  # of a seat
    hints: tuple[float, float] = (5, 1)
    undos: tuple[float, float] = (20, 0.5)  # each is kept, and told again whenever the table is
    openings: tuple[float, float] = (40, 0.2)  # of tables and uploads, from one address
    budget: tuple[float, float] = (5.0, 0.3)  # seconds of our time for what is costly: at once, and a second
    sockets: int = 100  # of those who look on at one table
    seat_sockets: int = 10  # of one seat
    players_share: float = 0.2  # of all sockets, which onlookers leave to players
    address_sockets: int = 200  # from one address
    all_sockets: int = 5000
    connections: int = 400  # from one address, live sockets included
    request_time: float = 10.0  # seconds in which a whole request must have come
    deaf: float = 5.0  # for which somebody may not read what is sent
    waiting: int = 400  # messages that a slow socket may have before it
    upload: int = 200_000  # bytes
    thought: int = 3000  # iterations of the search behind a hint
    threads: int = 2  # in which replays are told
    thinkers: int = 2  # processes in which bots think; 0: they think in the server
    reviews: int = 2  # processes that review games, for people who have played them
    turn_wait: float = 60.0  # for a bot's turn to think, before it follows the hints
    house: str | None = None  # the folder of what the processes of one house share
    workers: int = 1  # how many processes there are
    worker: int = 0  # and which of them this is
    mcp: bool = False  # whether language models are served too, at /mcp
    programs: bool = True  # whether programs from outside may sit down
