import { isStorableMoment } from './storable-moment.ts'

/** A place in a list that is sorted by a time and, among equal times, by the id. */
export interface Cursor {
  readonly time: Date
  readonly id: number
}

/** The text of a cursor, for `next`. */
export function writeCursor(time: Date, id: number): string {
  return `${time.getTime()}-${id}`
}

/** The place that a text names; undefined for any other text. */
export function readCursor(text = ''): Cursor | undefined {
  const [, time, id] = /^(\d{1,16})-(\d{1,15})$/.exec(text) ?? []
  const moment = new Date(Number(time))
  return isStorableMoment(moment) ? { time: moment, id: Number(id) } : undefined
}
