/** A game with branches, for analysis. The server says what each position is; this remembers it. */

import { language } from '../i18n/index.svelte';
import { api } from './api';
import type { Choice, Exact, ExportRequest, ImportedGame, JudgedMove, Line, PositionView, RulesChoice, SavedMove, Seat } from './wire';

/** Who made a move and what was noted beside it, as far as it is known. */
export type Noted = Partial<Pick<SavedMove, 'by' | 'time' | 'rolled' | 'comment' | 'nags'>>;

/** A game with branches as it is kept and sent: every move with the place of the one before it. */
export interface Saved {
  readonly rules: RulesChoice;
  readonly fen: string | undefined;
  readonly moves: readonly SavedMove[];
  readonly comment: string;
  readonly tags: Readonly<Record<string, string>>;
}

export class Node {
  children = $state.raw<readonly Node[]>([]);
  view = $state.raw<PositionView | undefined>();
  /** Engine lines; the first is the best. */
  lines = $state.raw<readonly Line[] | undefined>();
  /** Chance of the side to move; where a spin is due, the mean over its results. */
  win = $state<number | undefined>();
  /** What the server's judge thinks of the move, and White's chance after it; the thresholds are his. */
  mark = $state<JudgedMove['mark']>('');
  judged = $state<number | undefined>();
  depth = $state(0);
  nodes = $state(0);
  /** What an endgame table knows. */
  exact = $state.raw<Exact | undefined>();
  /** What a file said about the move besides its text: comes back when it is written again. */
  noted: Noted = {};

  constructor(
    readonly text: string,
    readonly parent: Node | undefined,
    readonly choice: Choice | undefined = undefined,
  ) {}

  get path(): Node[] {
    return this.parent ? [...this.parent.path, this] : [];
  }

  get moves(): string[] {
    return this.path.map((node) => node.text);
  }

  /** Who made this move. */
  get by(): Seat | undefined {
    return this.noted.by ?? this.parent?.view?.at.turn;
  }

  get mainLine(): Node[] {
    const next = this.children[0];
    return next ? [next, ...next.mainLine] : [];
  }

  /** Chance of White from 0 to 1. */
  get white(): number | undefined {
    if (this.win === undefined || !this.view) return this.view?.outcome ? ended(this.view) : this.judged;
    return this.view.at.turn === 'white' ? this.win : 1 - this.win;
  }
}

function ended(view: PositionView): number {
  if (!view.outcome?.winner) return 0.5;
  return view.outcome.winner === 'white' ? 1 : 0;
}

/** The best line's chance; with dice, the best line of each result counts by its weight. */
export function expectation(lines: readonly Line[], weights: Readonly<Record<string, number>>): number | undefined {
  const best = new Map<string, Line>();
  for (const line of lines) if (!best.has(line.spin ?? '')) best.set(line.spin ?? '', line);
  const parts = [...best].map(([spin, line]) => ({ weight: weights[spin] ?? 1, win: line.win }));
  const total = parts.reduce((sum, part) => sum + part.weight, 0);
  return total > 0 ? parts.reduce((sum, part) => sum + part.weight * part.win, 0) / total : undefined;
}

/** Writes a review of the main line into its nodes. */
export function note(root: Node, review: readonly JudgedMove[]): void {
  const line = [root, ...root.mainLine];
  const white = (move: JudgedMove, chance: number) => (move.by === 'white' ? chance : 1 - chance);
  for (const move of review) {
    const node = line[move.ply + 1];
    if (node?.text !== move.move) continue;
    node.mark = move.mark;
    node.judged = white(move, move.after);
    if (node.parent) node.parent.judged ??= white(move, move.before);
  }
}

export class Tree {
  root = $state.raw(new Node('', undefined));
  at = $state.raw(this.root);

  constructor(
    readonly rules: RulesChoice,
    readonly fen: string | undefined,
    readonly tags: Readonly<Record<string, string>> = {},
    readonly comment = '',
  ) {}

  /** A game that was read, with all its branches; its positions come with it unless it is very long. */
  static grown(rules: RulesChoice, game: ImportedGame): Tree {
    const tree = new Tree(rules, game.fen || undefined, game.tags, game.comment);
    tree.root.view = game.start ?? undefined;
    const nodes: Node[] = [];
    for (const move of game.moves) {
      const parent = nodes[move.parent] ?? tree.root;
      const node = tree.add(parent, move.text);
      const { by, time, rolled, comment, nags } = move;
      node.noted = { by, rolled, comment, nags, ...(time === null ? {} : { time }) };
      node.view = move.view ?? undefined;
      nodes.push(node);
    }
    return tree;
  }

  get saved(): Saved {
    const places = new Map<Node, number>([[this.root, -1]]);
    const moves: SavedMove[] = [];
    const walk = (node: Node): void => {
      for (const child of node.children) {
        places.set(child, moves.length);
        moves.push({ ...child.noted, parent: places.get(node)!, text: child.text });
        walk(child);
      }
    };
    walk(this.root);
    return { rules: this.rules, fen: this.fen, moves, comment: this.comment, tags: this.tags };
  }

  /** The way from the start to a node: which child at each step. */
  address(node: Node): number[] {
    return node.path.map((one) => one.parent!.children.indexOf(one));
  }

  find(address: readonly number[]): Node {
    return address.reduce<Node>((node, branch) => node.children[branch] ?? node, this.root);
  }

  request(node: Node) {
    return { rules: this.rules, moves: node.moves, ...(this.fen ? { fen: this.fen } : {}) };
  }

  async load(node: Node): Promise<PositionView> {
    node.view ??= await api.position({ ...this.request(node), lang: language.lang });
    return node.view;
  }

  async go(node: Node): Promise<void> {
    await this.load(node);
    this.at = node;
  }

  /** Plays on from where we are: an old branch if there is one, else a new one. */
  async play(text: string): Promise<void> {
    await this.go(this.add(this.at, text));
  }

  add(parent: Node, text: string): Node {
    const known = parent.children.find((child) => child.text === text);
    if (known) return known;
    const node = new Node(text, parent, parent.view?.choices.find((choice) => choice.text === text));
    parent.children = [...parent.children, node];
    return node;
  }

  /** A whole line at once, such as a game from the archive; positions are fetched when they are looked at. */
  append(parent: Node, moves: readonly string[]): Node {
    return moves.reduce((node, text) => this.add(node, text), parent);
  }

  promote(node: Node): void {
    for (let child: Node = node; child.parent; child = child.parent) {
      const parent = child.parent;
      parent.children = [child, ...parent.children.filter((one) => one !== child)];
    }
  }

  remove(node: Node): void {
    if (!node.parent) return;
    node.parent.children = node.parent.children.filter((one) => one !== node);
    if (this.at.path.includes(node)) this.at = node.parent;
  }
}

export function sent({ rules, fen, moves, comment, tags }: Saved): ExportRequest {
  return { rules, moves: [...moves], comment, tags: { ...tags }, lang: language.lang, ...(fen ? { fen } : {}) };
}
