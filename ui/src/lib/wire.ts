// Made by `python -m crowned.server.schema` from the server's message classes. Do not edit.
// What the fields mean: docs/wire.md and docs/api.md.

export const PROTOCOL = 2;

export type Seat = "white" | "black";
export type Role = "white" | "black" | "both" | "watcher";
export type Lang = "de" | "nl" | "en";
export type Policy = "strict" | "silent" | "pointed_out";
export type Phase = "waiting" | "seeding" | "playing" | "over";
export type Do = "spin" | "huff" | "takeback" | "accept" | "touch" | "adjust" | "offer_draw" | "agree_draw" | "decline_draw" | "claim_draw" | "resign" | "abort" | "undo" | "agree_undo" | "decline_undo" | "rematch" | "decline_rematch";
export type BoardAction = "move" | "spin" | "huff" | "takeback" | "accept" | "touch" | "adjust" | "agree_draw" | "claim_draw" | "resign" | "adjudicate";
export type DeniedCode = "bad_message" | "not_found" | "not_joined" | "not_yours" | "not_your_turn" | "not_now" | "not_here" | "too_fast" | "too_many" | "silent" | "try_again";

export interface Hello {
  t: "hello";
  lang: Lang;
  protocol?: number;
  engine?: boolean;
}

export interface Join {
  t: "join";
  g: string;
  since?: number;
  token?: string | null;
}

export interface Leave {
  t: "leave";
  g: string;
}

export interface Move {
  t: "move";
  g: string;
  ply: number;
  pos: string;
  id: string;
  path?: string[] | null;
  text?: string | null;
  seen?: number | null;
}

export interface Act {
  t: "act";
  g: string;
  do: Do;
  id: string;
  ply?: number | null;
  pos?: string | null;
  square?: string | null;
  seat?: Seat | null;
}

export interface SendCommit {
  t: "commit";
  g: string;
  id: string;
  commit: string;
  seat?: Seat | null;
}

export interface SendSeed {
  t: "seed";
  g: string;
  id: string;
  seed: string;
  seat?: Seat | null;
}

export interface Say {
  t: "say";
  g: string;
  id: string;
  text: string;
}

export interface AskHint {
  t: "hint";
  g: string;
  id: string;
}

export interface AskJudge {
  t: "judge";
  g: string;
  id: string;
  path?: string[] | null;
  text?: string | null;
}

export interface Thought {
  t: "thought";
  g: string;
  ply: number;
  pos: string;
  text: string;
}

export interface Seen {
  t: "seen";
  g: string;
  v: number;
}

export interface Ping {
  t: "ping";
  id: string;
}

export interface Pong {
  t: "pong";
  n: number;
}

export interface Welcome {
  t: "welcome";
  protocol: number;
  now: number;
  name: string;
  lang: Lang;
  account: boolean;
}

export interface SquareView {
  name: string;
  file: number;
  rank: number;
  number: number;
  algebraic: string;
}

export interface SideView {
  name: Record<Lang, string>;
  colour: string;
  king_colour: string;
}

export interface Slider {
  name: string;
  colour: string;
  left: string;
  right: string;
}

export interface RulesView {
  id: string;
  title: Record<Lang, string>;
  about: Record<Lang, string>;
  fingerprint: string;
  files: number;
  ranks: number;
  squares: SquareView[];
  lines: "diagonal" | "orthogonal";
  notation: "algebraic" | "numeric";
  first: Seat;
  sides: Record<Seat, SideView>;
  first_by: "colour" | "lot" | "turns";
  crown_mark: "double" | "turn";
  towers: boolean;
  sliders: Slider[];
  spinner: Record<string, number>;
  huffing: "auto_huff" | "huff" | "strict";
  remedies: string[];
  touch_move: boolean;
  king_name: "dame" | "king";
  huff_name: "blow" | "huff";
  options: Record<string, boolean | number | string | (string | number)[]>;
  house: boolean;
  toml: string;
}

export interface ClockRule {
  kind: "delay" | "fischer" | "none" | "per_move";
  base: number;
  step: number;
}

export interface PlayerView {
  name: string;
  kind: "account" | "computer" | "guest" | "open";
  level: number;
  rating: number | null;
  provisional: boolean;
  change: number | null;
}

export interface Placement {
  board: Record<string, string>;
  turn: Seat;
  knobs: string;
  spin: string | null;
}

export interface SpinnerView {
  commit: string;
  white_seed: string;
  black_seed: string;
  server_seed: string;
  white_commit: string;
  black_commit: string;
}

export interface GameView {
  id: string;
  kind: "computer" | "friend" | "hotseat";
  rules: RulesView;
  policy: Policy;
  touch_move: boolean;
  clock: ClockRule;
  rated: boolean;
  chat: boolean;
  public: boolean;
  created: number;
  players: Record<Seat, PlayerView>;
  start: Placement;
  spinner: SpinnerView | null;
}

export interface CreatedEntry {
  kind: "created";
  v: number;
  at: number;
  after: Placement;
}

export interface JoinedEntry {
  kind: "joined";
  v: number;
  at: number;
  by: Seat;
  name: string;
}

export interface CommittedEntry {
  kind: "committed";
  v: number;
  at: number;
  by: Seat;
  commit: string;
}

export interface SeededEntry {
  kind: "seeded";
  v: number;
  at: number;
  by: Seat;
  seed: string;
}

export interface StartedEntry {
  kind: "started";
  v: number;
  at: number;
}

export interface MovedEvent {
  kind: "moved";
  path: string[];
}

export interface LiftedEvent {
  kind: "lifted";
  square: string;
  column: string;
}

export interface StackedEvent {
  kind: "stacked";
  square: string;
  onto: string;
  column: string;
}

export interface CrownedEvent {
  kind: "crowned";
  square: string;
}

export interface OpenedEvent {
  kind: "opened";
  square: string;
  knob: string;
}

export interface ClosedEvent {
  kind: "closed";
  square: string;
  knob: string;
}

export interface FellEvent {
  kind: "fell";
  square: string;
  column: string;
}

export interface HuffedEvent {
  kind: "huffed";
  square: string;
  column: string;
  automatic: boolean;
}

export interface TakenBackEvent {
  kind: "taken_back";
}

export interface AcceptedEvent {
  kind: "accepted";
}

export interface SpunEvent {
  kind: "spun";
  result: string;
}

export interface TouchedEvent {
  kind: "touched";
  square: string;
  binding: boolean;
}

export interface AdjustedEvent {
  kind: "adjusted";
  square: string;
}

export interface DrawOfferedEvent {
  kind: "draw_offered";
  by: Seat;
}

export interface DrawDeclinedEvent {
  kind: "draw_declined";
  by: Seat;
}

export interface TurnEvent {
  kind: "turn";
  side: Seat;
}

export interface EndedEvent {
  kind: "ended";
  winner: Seat | null;
  reason: string;
  points: number | null;
}

export interface Clocks {
  white: number;
  black: number;
  at: number;
  running: Seat | null;
  wait: number;
  opening: boolean;
}

export interface OffenceView {
  by: Seat;
  removable: string[];
  remedies: string[];
  rule: string;
  text: string;
  clauses: string[];
  evidence: string[];
}

export interface PlayedEntry {
  kind: "played";
  v: number;
  at: number;
  by: Seat;
  ply: number;
  text: string;
  action: BoardAction;
  events: Event[];
  after: Placement;
  clocks: Clocks | null;
  offence: OffenceView | null;
}

export interface DrawOfferedEntry {
  kind: "draw_offered";
  v: number;
  at: number;
  by: Seat;
}

export interface DrawDeclinedEntry {
  kind: "draw_declined";
  v: number;
  at: number;
  by: Seat;
}

export interface UndoOfferedEntry {
  kind: "undo_offered";
  v: number;
  at: number;
  by: Seat;
}

export interface UndoDeclinedEntry {
  kind: "undo_declined";
  v: number;
  at: number;
  by: Seat;
}

export interface UndoneEntry {
  kind: "undone";
  v: number;
  at: number;
  by: Seat;
  ply: number;
  after: Placement;
}

export interface MissedEntry {
  kind: "missed";
  v: number;
  at: number;
  by: Seat;
  squares: string[];
  offence: OffenceView | null;
}

export interface FalseClaimEntry {
  kind: "false_claim";
  v: number;
  at: number;
  by: Seat;
}

export interface HintedEntry {
  kind: "hinted";
  v: number;
  at: number;
  by: Seat;
}

export interface PausedEntry {
  kind: "paused";
  v: number;
  at: number;
}

export interface ResumedEntry {
  kind: "resumed";
  v: number;
  at: number;
}

export interface SaidEntry {
  kind: "said";
  v: number;
  at: number;
  by: Seat;
  text: string;
}

export interface EndedEntry {
  kind: "ended";
  v: number;
  at: number;
  winner: Seat | null;
  reason: string;
}

export interface RevealedEntry {
  kind: "revealed";
  v: number;
  at: number;
  seed: string;
}

export interface RematchOfferedEntry {
  kind: "rematch_offered";
  v: number;
  at: number;
  by: Seat;
}

export interface RematchDeclinedEntry {
  kind: "rematch_declined";
  v: number;
  at: number;
  by: Seat;
}

export interface RematchedEntry {
  kind: "rematched";
  v: number;
  at: number;
  game: string;
}

export interface SlideView {
  knob: string;
  to: "L" | "M" | "R";
  door: string;
  opens: boolean;
  shuts: boolean;
  falls: string;
}

export interface Choice {
  text: string;
  path: string[];
  captures: string[];
  crowns: boolean;
  falls: boolean;
  slide: SlideView | null;
}

export interface Option {
  do: Do;
  square: string;
}

export interface OutcomeView {
  winner: Seat | null;
  reason: string;
  text: string;
  points: number | null;
  clauses: string[];
}

export interface CountdownView {
  moves: number;
  text: string;
  claimed: boolean;
}

export interface State {
  ply: number;
  pos: string;
  phase: Phase;
  at: Placement;
  fen: string;
  actor: Seat | null;
  choices: Choice[];
  options: Option[];
  must_spin: boolean;
  pending: OffenceView | null;
  touched: string;
  clocks: Clocks | null;
  draw_offer: Seat | null;
  undo_offer: Seat | null;
  rematch_offer: Seat | null;
  rematch: string;
  outcome: OutcomeView | null;
  stake: number | null;
  countdown: CountdownView | null;
}

export interface Snapshot {
  t: "snapshot";
  g: string;
  v: number;
  now: number;
  you: Role;
  game: GameView;
  entries: Entry[];
  state: State;
}

export interface Update {
  t: "update";
  g: string;
  v: number;
  now: number;
  since: number;
  entries: Entry[];
  state: State;
  players: Record<Seat, PlayerView> | null;
  spinner: SpinnerView | null;
}

export interface Ok {
  t: "ok";
  g: string;
  id: string;
  v: number;
  ply: number;
  at: number;
  clocks: Clocks | null;
}

export interface Dup {
  t: "dup";
  g: string;
  id: string;
  v: number;
  ply: number;
  at: number;
  clocks: Clocks | null;
}

export interface Stale {
  t: "stale";
  g: string;
  id: string;
  v: number;
  now: number;
  since: number;
  entries: Entry[];
  state: State;
}

export interface VerdictView {
  verdict: "accepted" | "ambiguous" | "incomplete" | "offence" | "refused";
  reason: string;
  text: string;
  clauses: string[];
  evidence: string[];
  removable: string[];
  remedies: string[];
}

export interface Illegal {
  t: "illegal";
  g: string;
  id: string;
  v: number;
  verdict: VerdictView;
}

export interface Late {
  t: "late";
  g: string;
  id: string;
  v: number;
}

export interface Denied {
  t: "denied";
  code: DeniedCode;
  text: string;
  g: string;
  id: string;
  v: number;
}

export interface Judged {
  t: "verdict";
  g: string;
  id: string;
  v: number;
  verdict: VerdictView;
}

export interface Hint {
  t: "hint";
  g: string;
  id: string;
  v: number;
  pos: string;
  choice: Choice;
}

export interface Think {
  t: "think";
  g: string;
  ply: number;
  pos: string;
  level: number;
  toml: string;
  fen: string;
  moves: string[];
}

export interface Presence {
  t: "presence";
  g: string;
  v: number;
  white: boolean;
  black: boolean;
  watchers: number;
  white_seen: number;
  black_seen: number;
}

export interface ServerPing {
  t: "ping";
  n: number;
  now: number;
}

export interface ServerPong {
  t: "pong";
  id: string;
  now: number;
}

export interface Bye {
  t: "bye";
  reason: "idle" | "logout" | "restart" | "too_fast" | "too_many";
  text: string;
}

export interface RulesChoice {
  id?: string | null;
  options?: Record<string, boolean | number | string | (string | number)[]>;
  toml?: string | null;
  house?: string | null;
  title?: string | null;
}

export interface ClauseRequest {
  rules: RulesChoice;
  name: string;
  lang: Lang;
}

export interface SheetRequest {
  rules: RulesChoice;
  lang: Lang;
}

export interface DifferencesRequest {
  a: RulesChoice;
  b: RulesChoice;
  lang: Lang;
}

export interface CheckRequest {
  rules: RulesChoice;
  lang: Lang;
}

export interface SaveHouse {
  title: string;
  rules: RulesChoice;
}

export interface PositionRequest {
  rules: RulesChoice;
  fen?: string | null;
  moves?: string[];
  lang?: Lang;
}

export interface AttemptRequest {
  rules: RulesChoice;
  lang: Lang;
  fen?: string | null;
  moves?: string[];
  path?: string[] | null;
  text?: string | null;
}

export interface LinesRequest {
  rules: RulesChoice;
  fen?: string | null;
  moves?: string[];
  milliseconds?: number;
  lines?: number;
  patient?: boolean;
}

export interface ReviewRequest {
  rules: RulesChoice;
  fen?: string | null;
  moves?: string[];
  milliseconds?: number;
  patient?: boolean;
}

export interface ChoiceRequest {
  rules: RulesChoice;
  fen?: string | null;
  moves?: string[];
  level?: number;
}

export interface ImportRequest {
  format: "fen" | "pdn";
  text: string;
  rules?: RulesChoice | null;
  lang?: Lang;
}

export interface SavedMove {
  parent: number;
  text: string;
  by?: Seat | null;
  time?: number | null;
  rolled?: boolean;
  comment?: string;
  nags?: number[];
}

export interface ExportRequest {
  rules: RulesChoice;
  fen?: string | null;
  moves?: SavedMove[];
  comment?: string;
  tags?: Record<string, string>;
  lang?: Lang;
}

export interface PictureRequest {
  rules: RulesChoice;
  fen?: string | null;
  flip?: boolean;
}

export interface NewGame {
  rules: RulesChoice;
  kind: "computer" | "friend" | "hotseat";
  level?: number;
  side?: "black" | "first" | "random" | "second" | "white" | null;
  policy?: Policy;
  touch_move?: boolean | null;
  clock?: ClockRule;
  rated?: boolean;
  chat?: boolean;
  public?: boolean;
  fen?: string | null;
}

export interface TokenRequest {
  token: string;
}

export interface PackedLine {
  at: number;
  actor: "computer" | "me" | "server";
  body: Record<string, unknown>;
}

export interface PackedGame {
  id: string;
  lines: PackedLine[];
  seed?: string;
}

export interface PackedHouse {
  title: string;
  toml: string;
}

export interface BroughtGame {
  game: PackedGame;
}

export interface BroughtHouse {
  house: PackedHouse;
}

export interface StartSession {
  lang?: Lang | null;
}

export interface Credentials {
  name: string;
  password: string;
  lang?: Lang | null;
}

export interface GuestName {
  name: string;
}

export interface NewPassword {
  old: string;
  new: string;
}

export interface Recovery {
  name: string;
  code: string;
  password: string;
}

export interface NewPasskey {
  credential: Record<string, unknown>;
  name: string;
}

export interface PasskeyLogin {
  credential: Record<string, unknown>;
  lang?: Lang | null;
}

export interface Fault {
  code: string;
  text: string;
  faults: string[];
}

export interface RulesetBrief {
  id: string;
  title: Record<Lang, string>;
  about: Record<Lang, string>;
  files: number;
  ranks: number;
  towers: boolean;
  doors: boolean;
  huffing: "auto_huff" | "huff" | "strict";
  king_name: "dame" | "king";
  huff_name: "blow" | "huff";
  flying: boolean;
  book: boolean;
  extends: string | null;
  shelf: string;
  shelf_title: Record<Lang, string>;
}

export interface AxisView {
  name: string;
  group: string;
  kind: "bool" | "counts" | "doors" | "int" | "ints" | "squares" | "word" | "words";
  default: boolean | number | string | (string | number)[];
  title: Record<Lang, string>;
  help: Record<Lang, string>;
  group_title: Record<Lang, string>;
  choices: string[];
  choice_titles: Record<string, Record<Lang, string>>;
  low: number;
  high: number;
}

export interface AxisSetting {
  name: string;
  value: boolean | number | string | (string | number)[];
  clauses: string[];
  house: boolean;
  applies: boolean;
}

export interface RulesetPage {
  rules: RulesView;
  axes: AxisSetting[];
  toml: string;
}

export interface SheetLine {
  text: string;
  axes: string[];
  clauses: string[];
  house: boolean;
  chosen: boolean;
  note: string;
  instead: string[];
}

export interface SheetSection {
  key: string;
  title: string;
  lines: SheetLine[];
}

export interface Sheet {
  title: string;
  lang: Lang;
  sections: SheetSection[];
  source: string;
}

export interface SheetFigure {
  section: string;
  title: string;
  text: string;
  svg: string;
}

export interface DemoStep {
  text: string;
  by: Seat;
  at: Placement;
  events: Event[];
  offence: OffenceView | null;
}

export interface Demo {
  rules: RulesView;
  start: Placement;
  steps: DemoStep[];
}

export interface ClauseAxis {
  axis: string;
  label: string;
  value: boolean | number | string | (string | number)[];
  says: string;
  house: boolean;
  chosen: boolean;
}

export interface ClauseElsewhere {
  axis: string;
  label: string;
  value: boolean | number | string | (string | number)[];
  says: string;
  rulesets: string[];
  titles: string[];
  variant: boolean;
}

export interface ClausePosition {
  ruleset: string;
  fen: string;
  attempt: string;
  verdict: string;
  says: string;
}

export interface ClauseView {
  ruleset: string;
  clause: string;
  article: string;
  source: string;
  text: string;
  reading: string;
  axes: ClauseAxis[];
  elsewhere: ClauseElsewhere[];
  sheet: string[];
  position: ClausePosition;
}

export interface DifferenceView {
  axes: string[];
  a: SheetLine;
  b: SheetLine;
}

export interface Differences {
  differences: DifferenceView[];
}

export interface RuleFault {
  text: string;
  axis: string;
}

export interface Checked {
  faults: RuleFault[];
  page: RulesetPage | null;
  sheet: Sheet | null;
}

export interface HouseView {
  key: string;
  title: string;
  by: string;
  created: number;
  base: string;
  link: string;
  mine: boolean;
}

export interface HousePage {
  house: HouseView;
  page: RulesetPage;
}

export interface Houses {
  houses: HouseView[];
}

export interface OpeningMove {
  move: string;
  win: number;
  text: string;
}

export interface PositionView {
  fen: string;
  key: string;
  at: Placement;
  choices: Choice[];
  actions: string[];
  events: Event[];
  must_spin: boolean;
  outcome: OutcomeView | null;
  openings: OpeningMove[];
}

export interface LegalIn {
  ruleset: string;
  title: Record<Lang, string>;
}

export interface LegalInList {
  rulesets: LegalIn[];
}

export interface Line {
  score: number;
  win: number;
  text: string;
  moves: string[];
  decided: boolean;
  spin: string | null;
}

export interface ExactMove {
  move: string;
  result: "draw" | "loss" | "win";
  plies: number | null;
}

export interface Exact {
  result: "draw" | "loss" | "win";
  plies: number | null;
  allowed: number | null;
  moves: ExactMove[];
}

export interface Lines {
  fen: string;
  depth: number;
  nodes: number;
  lines: Line[];
  exact: Exact | null;
}

export interface Chosen {
  text: string;
}

export interface JudgedMove {
  ply: number;
  by: Seat;
  move: string;
  best: string;
  before: number;
  after: number;
  mark: "" | "?" | "?!" | "??";
}

export interface Review {
  moves: JudgedMove[];
}

export interface ImportedMove {
  parent: number;
  text: string;
  by: Seat;
  time: number | null;
  rolled: boolean;
  comment: string;
  nags: number[];
  view: PositionView | null;
}

export interface ImportedGame {
  rules: RulesView;
  tags: Record<string, string>;
  fen: string;
  moves: ImportedMove[];
  comment: string;
  start: PositionView | null;
  faults: string[];
}

export interface Imported {
  games: ImportedGame[];
}

export interface TextFile {
  name: string;
  text: string;
}

export interface TranscriptAction {
  by: Seat;
  text: string;
}

export interface Transcript {
  format: "crowned-transcript/1";
  game: string;
  rules: string;
  fingerprint: string;
  fen: string;
  actions: TranscriptAction[];
  commit: string;
  white_seed: string;
  black_seed: string;
  server_seed: string;
  white_commit: string;
  black_commit: string;
  result: string;
}

export interface Health {
  ok: boolean;
  version: string;
  games: number;
  database: "postgresql" | "sqlite";
}

export interface Links {
  play: string;
  watch: string;
  join: string;
}

export interface GameCreated {
  id: string;
  links: Links;
}

export interface Invite {
  id: string;
  by: string;
  rules: RulesView;
  seat: Seat;
  clock: ClockRule;
  policy: Policy;
  touch_move: boolean;
  rated: boolean;
  taken: boolean;
  mine: boolean;
}

export interface Joined {
  id: string;
  you: "black" | "watcher" | "white";
}

export interface GameBrief {
  id: string;
  ruleset: string;
  title: Record<Lang, string>;
  kind: "computer" | "friend" | "hotseat";
  white: string;
  black: string;
  created: number;
  plies: number;
  result: "aborted" | "black" | "draw" | "open" | "white";
  reason: string;
  mine: "" | "black" | "both" | "white";
  actor: Seat | null;
  left: number | null;
  computer: Seat | null;
  level: number;
  sides: Record<Seat, Record<Lang, string>>;
}

export interface GameList {
  games: GameBrief[];
  next: number | null;
}

export interface Luggage {
  format: "crowned-luggage/1";
  games: PackedGame[];
  houses: PackedHouse[];
  left: number;
}

export interface Arrived {
  what: "known" | "longer" | "new";
}

export interface SessionView {
  name: string;
  account: boolean;
  lang: Lang;
}

export interface SessionItem {
  id: string;
  created: number;
  seen: number;
  current: boolean;
}

export interface RecoveryCodes {
  codes: string[];
}

export interface PasskeyOptions {
  options: Record<string, unknown>;
}

export interface PasskeyItem {
  id: string;
  name: string;
  created: number;
  seen: number;
}

export interface OwnGame {
  id: string;
  log: Record<string, unknown>[];
}

export interface OwnData {
  format: "crowned-data/1";
  name: string;
  account: boolean;
  since: number;
  ratings: Record<string, unknown>[];
  rating_changes: Record<string, unknown>[];
  house_rules: Record<string, unknown>[];
  sessions: Record<string, unknown>[];
  passkeys: Record<string, unknown>[];
  games: OwnGame[];
}

export interface RatingView {
  ruleset: string;
  title: Record<Lang, string>;
  rating: number;
  deviation: number;
  games: number;
  provisional: boolean;
}

export interface PlayerPage {
  name: string;
  since: number;
  ratings: RatingView[];
}

export type Event = MovedEvent | LiftedEvent | StackedEvent | CrownedEvent | OpenedEvent | ClosedEvent | FellEvent | HuffedEvent | TakenBackEvent | AcceptedEvent | SpunEvent | TouchedEvent | AdjustedEvent | DrawOfferedEvent | DrawDeclinedEvent | TurnEvent | EndedEvent;
export type Entry = CreatedEntry | JoinedEntry | CommittedEntry | SeededEntry | StartedEntry | PlayedEntry | DrawOfferedEntry | DrawDeclinedEntry | UndoOfferedEntry | UndoDeclinedEntry | UndoneEntry | MissedEntry | FalseClaimEntry | HintedEntry | PausedEntry | ResumedEntry | SaidEntry | EndedEntry | RevealedEntry | RematchOfferedEntry | RematchDeclinedEntry | RematchedEntry;
export type ClientMessage = Hello | Join | Leave | Move | Act | SendCommit | SendSeed | Say | AskHint | AskJudge | Thought | Seen | Ping | Pong;
export type ServerMessage = Welcome | Snapshot | Update | Ok | Dup | Stale | Illegal | Late | Denied | Judged | Hint | Think | Presence | ServerPing | ServerPong | Bye;
