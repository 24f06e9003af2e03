import { isStorableMoment } from './storable-moment.ts'

/**
 * Reads a day of the calendar, `YYYY-MM-DD`.
 * @returns its first moment in UTC; null for a day that does not exist or lies outside the years 1 to 9999
 */
export function readCalendarDay(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const moment = new Date(`${text}T00:00:00Z`)
  // February the 31st would become the 3rd of March.
  const exists = isStorableMoment(moment) && moment.toISOString().startsWith(text)
  return exists ? moment : null
}
