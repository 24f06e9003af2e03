/** How long a note stays hidden in a browser. */
export const hiddenDays = 30
const dayMs = 24 * 60 * 60 * 1000
const maxNotes = 20
const form = /^[a-z_]{1,40}$/

function dayOf(now: Date): number {
  return Math.floor(now.getTime() / dayMs)
}

/** The notes that a cookie hides today: `key_old-20810.mail_off-20811`. What cannot be read counts as absent. */
export function readHidden(value: string, now: Date): readonly string[] {
  return entriesOf(value, now).map(([name]) => name)
}

/** The value of the cookie with one more note. */
export function withHidden(value: string, name: string, now: Date): string {
  const others = entriesOf(value, now).filter(([other]) => other !== name)
  const added: readonly [string, number][] = form.test(name)
    ? [[name, dayOf(now) + hiddenDays]]
    : []
  return [...others, ...added]
    .slice(-maxNotes)
    .map(([note, until]) => `${note}-${until}`)
    .join('.')
}

function entriesOf(value: string, now: Date): readonly (readonly [string, number])[] {
  return value
    .slice(0, 1_000)
    .split('.')
    .map((part): readonly [string, number] => {
      const [name = '', until] = part.split('-')
      return [name, Number(until)]
    })
    .filter(
      ([name, until]) => form.test(name) && until > dayOf(now) && until <= dayOf(now) + hiddenDays,
    )
}
