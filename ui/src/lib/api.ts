/** The HTTP side of the server, one function per address. */

import { language } from '../i18n/index.svelte';
import { place } from './place.svelte';
import { spare } from './spare';
import type {
  Arrived, AttemptRequest, AxisView, Checked, CheckRequest, ClauseRequest, ClauseView, Credentials, Differences, DifferencesRequest, ExportRequest, Fault, GameCreated,
  GameList, HousePage, Houses, HouseView, Imported, ImportedGame, ImportRequest, Invite, Joined, LegalInList, Lines, LinesRequest, Links, Luggage,
  Demo, NewGame, NewPasskey, NewPassword, OwnData, PackedGame, PackedHouse, PasskeyItem, PasskeyLogin, PasskeyOptions, PictureRequest, PlayerPage, PositionRequest, PositionView, Recovery, RecoveryCodes, Review, ReviewRequest, RulesChoice, RulesetBrief, RulesetPage,
  SaveHouse, SessionItem, SessionView, Sheet, SheetFigure, SheetRequest, Snapshot, TextFile, Transcript, VerdictView,
} from './wire';

/** A refusal of the server, or no answer at all (`status` 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    text: string,
    readonly faults: readonly string[] = [],
  ) {
    super(text);
  }
}

async function faultOf(response: Response): Promise<ApiError> {
  try {
    const fault = (await response.json()) as Fault;
    return new ApiError(response.status, fault.code, fault.text, fault.faults);
  } catch {
    return new ApiError(response.status, 'server', response.statusText);
  }
}

type Send = (path: string, init: RequestInit) => Promise<Response>;
const home: Send = (path, init) => place.fetch(path, init);

async function call<T>(method: string, path: string, body?: unknown, signal?: AbortSignal, send = home): Promise<T> {
  const headers: Record<string, string> = { 'Accept-Language': language.lang };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const init: RequestInit = { method, headers, credentials: 'same-origin' };
  if (body !== undefined) init.body = JSON.stringify(body);
  if (signal) init.signal = signal;
  const response = await send(path, init).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, 'offline', '');
  });
  if (!response.ok) throw await faultOf(response);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

const get = <T>(path: string) => call<T>('GET', path);
const post = <T>(path: string, body: unknown, signal?: AbortSignal) => call<T>('POST', path, body, signal);
/** By the server's engine; where that is busy and this browser has one of its own, by that. */
async function thought<T>(path: string, body: LinesRequest | ReviewRequest, signal?: AbortSignal): Promise<T> {
  if (!(await spare.there())) return post<T>(path, body, signal);
  try {
    return await post<T>(path, { ...body, patient: false }, signal);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'busy')) throw error;
  }
  try {
    return await call<T>('POST', path, body, signal, spare.fetch);
  } catch (error) {
    if (signal?.aborted) throw error;
    return post<T>(path, body, signal);
  }
}

const drop = (path: string, body?: unknown) => call<undefined>('DELETE', path, body);

function query(values: Record<string, string | number | undefined>): string {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString();
}

const part = encodeURIComponent;

export interface ArchiveQuery {
  scope?: 'mine' | 'public';
  ruleset?: string;
  player?: string;
  result?: string;
  key?: string;
  before?: number;
}

export const api = {
  session: () => get<SessionView>('/api/session'),
  /** A guest needs no name and no password; an existing session is kept. */
  start: () => post<SessionView>('/api/session', { lang: language.lang }),
  logout: () => drop('/api/session'),
  register: (who: Credentials) => post<SessionView>('/api/account', who),
  login: (who: Credentials) => post<SessionView>('/api/login', who),
  callMe: (name: string) => post<SessionView>('/api/session/name', { name }),
  luggage: () => get<Luggage>('/api/luggage'),
  bringGame: (game: PackedGame) => post<Arrived>('/api/luggage/game', { game }),
  bringHouse: (house: PackedHouse) => post<Arrived>('/api/luggage/house', { house }),
  ownData: () => get<OwnData>('/api/account/data'),
  password: (change: NewPassword) => post<undefined>('/api/account/password', change),
  recover: (how: Recovery) => post<SessionView>('/api/recover', how),
  recoveryCodes: (who: Credentials) => post<RecoveryCodes>('/api/account/codes', who),
  sessions: () => get<SessionItem[]>('/api/sessions'),
  endSession: (id: string) => drop(`/api/sessions/${part(id)}`),
  endOtherSessions: () => drop('/api/sessions'),
  passkeys: () => get<PasskeyItem[]>('/api/account/passkeys'),
  passkeyOptions: (who: Credentials) => post<PasskeyOptions>('/api/account/passkeys/options', who),
  addPasskey: (made: NewPasskey) => post<PasskeyItem>('/api/account/passkeys', made),
  removePasskey: (id: string) => drop(`/api/account/passkeys/${part(id)}`),
  loginOptions: () => post<PasskeyOptions>('/api/login/passkey/options', {}),
  passkeyLogin: (proof: PasskeyLogin) => post<SessionView>('/api/login/passkey', proof),
  removeAccount: (who: Credentials) => drop('/api/account', who),
  player: (name: string) => get<PlayerPage>(`/api/players/${part(name)}`),

  rulesets: () => get<RulesetBrief[]>('/api/rulesets'),
  ruleset: (id: string) => get<RulesetPage>(`/api/rulesets/${part(id)}`),
  demo: (id: string) => get<Demo>(`/api/rulesets/${part(id)}/demo?lang=${language.lang}`),
  axes: () => get<AxisView[]>('/api/axes'),
  check: (body: CheckRequest, signal?: AbortSignal) => post<Checked>('/api/rules/check', body, signal),
  figures: (body: SheetRequest) => post<SheetFigure[]>('/api/rules/figures', body),
  clause: (body: ClauseRequest) => post<ClauseView>('/api/rules/clause', body),
  sheet: (body: SheetRequest) => post<Sheet>('/api/rules/sheet', body),
  differences: (body: DifferencesRequest) => post<Differences>('/api/rules/differences', body),
  houses: () => get<Houses>('/api/houses'),
  saveHouse: (body: SaveHouse) => post<HouseView>('/api/houses', body),
  house: (key: string) => get<HousePage>(`/api/houses/${part(key)}`),
  dropHouse: (key: string) => drop(`/api/houses/${part(key)}`),

  newGame: (body: NewGame) => post<GameCreated>('/api/games', body),
  invite: (token: string) => get<Invite>(`/api/invites/${part(token)}`),
  join: (token: string) => post<Joined>('/api/join', { token }),
  watch: (token: string) => post<Joined>('/api/watch', { token }),
  game: (id: string, token?: string) => get<Snapshot>(`/api/games/${part(id)}${token ? `?token=${part(token)}` : ''}`),
  links: (id: string) => get<Links>(`/api/games/${part(id)}/links`),
  rematch: (id: string, token?: string) => get<Links>(`/api/games/${part(id)}/rematch?${query({ token })}`),
  pdn: (id: string, token?: string) => get<TextFile>(`/api/games/${part(id)}/pdn?${query({ token })}`),
  transcript: (id: string, token?: string) => get<Transcript>(`/api/games/${part(id)}/transcript?${query({ token })}`),
  games: (what: ArchiveQuery) => get<GameList>(`/api/games?${query({ ...what })}`),

  position: (body: PositionRequest, signal?: AbortSignal) => post<PositionView>('/api/analysis/position', body, signal),
  judge: (body: AttemptRequest) => post<VerdictView>('/api/analysis/judge', body),
  legalIn: (body: AttemptRequest) => post<LegalInList>('/api/analysis/legal-in', body),
  lines: (body: LinesRequest, signal?: AbortSignal) => thought<Lines>('/api/analysis/lines', body, signal),
  review: (body: ReviewRequest, signal?: AbortSignal) => thought<Review>('/api/analysis/game', body, signal),
  import: (body: ImportRequest) => post<Imported>('/api/import', body),
  exportSvg: (body: PictureRequest) => post<TextFile>('/api/export/svg', body),
  tree: (body: ExportRequest) => post<ImportedGame>('/api/analysis/tree', body),
  exportPdn: (body: ExportRequest) => post<TextFile>('/api/export/pdn', body),
  exportToml: (body: SheetRequest) => post<TextFile>('/api/export/toml', body),
};

/** The rules of a game in the short form requests use. */
export function choiceOf(rules: { id: string; options: RulesChoice['options']; toml?: string }): RulesChoice {
  if (rules.toml) return { toml: rules.toml };
  return rules.options && Object.keys(rules.options).length > 0 ? { id: rules.id, options: rules.options } : { id: rules.id };
}
