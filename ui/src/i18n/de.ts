/** English: the catalogue whose shape the other languages must have. */

import type { Messages } from "./index.svelte";
export const de: Messages = {
  and: 'and',
  piece: {
    man: 'man',
    king: 'king',
    single: (side: string, rank: string) => `${side} ${rank}`,
    tower: (side: string, rank: string, own: number, rival: string, captive: number) =>
      `${side} tower, ${rank} on top, ${own} ${side}${captive ? ` over ${captive} ${rival}` : ''}`,
  },
  square: {
    empty: 'empty',
    doorOpen: 'open trapdoor',
    doorClosed: 'closed trapdoor',
    mayPick: 'may be picked',
    target: 'possible move',
    canMove: 'can move',
    selected: 'selected',
  },
  spoken: {
    moves: (from: string, to: string) => `${from} to ${to}`,
    takes: (from: string, victims: string, to: string) => `${from} takes ${victims}, lands on ${to}`,
    crowned: 'is crowned',
    opened: (square: string) => `trapdoor ${square} opens`,
    closed: (square: string) => `trapdoor ${square} closes`,
    fell: (square: string) => `piece falls on ${square}`,
    huffed: (square: string) => `piece on ${square} is huffed`,
    takenBack: 'the move is taken back',
    spun: (result: string) => `the wheel shows ${result}`,
  },
  spinner: {
    result: (name: string) => ({ black: 'a disc: move', green: 'green', orange: 'orange' })[name] ?? name,
  },
  board: {
    goes: (square: string, targets: string) => (targets ? `${square} may go to ${targets}` : `${square} cannot move`),
    onward: (targets: string) => `go on to ${targets}`,
    choose: (list: string) => `Which way? ${list}`,
  },
};
