/**
 * True for a moment of the years 1 to 9999 in UTC. Others have another form in ISO 8601 (a sign, six digits, a year 0),
 * which PostgreSQL refuses and SQLite sorts wrongly.
 */
export function isStorableMoment(moment: Date): boolean {
  const year = moment.getUTCFullYear()
  return year >= 1 && year <= 9_999
}
