/** The units of a duration field, and their seconds. */
const units = { second: 1, minute: 60, hour: 3_600, day: 86_400 } as const

export type Unit = keyof typeof units

export const unitNames = Object.keys(units) as readonly Unit[]

export interface DurationParts {
  /** As typed. */
  readonly amount: string
  readonly unit: Unit
}

/** The name of the field with the unit, beside the field with the amount. */
export function unitField(name: string): string {
  return `${name}.unit`
}

/** The name of the switch that takes the inherited duration; it is sent as `on`. */
export function inheritField(name: string): string {
  return `${name}.inherit`
}

/** A number of seconds as an amount of the longest unit that fits; any other text with the unit of seconds. */
export function partsOf(seconds: string): DurationParts {
  const count = Number(seconds)
  if (seconds.trim() === '' || !Number.isSafeInteger(count) || count <= 0) {
    return { amount: seconds, unit: 'second' }
  }
  const unit = unitNames.findLast((name) => count % units[name] === 0) ?? 'second'
  return { amount: String(count / units[unit]), unit }
}

/** The seconds of an amount and a unit; an amount that is no number stays as it is, for the form's check to refuse. */
export function secondsOf({ amount, unit }: DurationParts): string {
  const seconds = Math.round(Number(amount) * units[unit] * 1_000) / 1_000
  return amount.trim() === '' || !Number.isFinite(seconds) ? amount : String(seconds)
}

/** Replaces the amounts of a sent form by their seconds; the inherited duration is 0. */
export function withSeconds(form: FormData): FormData {
  for (const unit of [...form.keys()].filter((key) => key.endsWith('.unit'))) {
    const name = unit.slice(0, -'.unit'.length)
    form.set(name, secondsSent(form, name))
    form.delete(unit)
    form.delete(inheritField(name))
  }
  return form
}

function secondsSent(form: FormData, name: string): string {
  if (form.get(inheritField(name)) === 'on') return '0'
  const [amount, unit] = [form.get(name), form.get(unitField(name))]
  const text = typeof amount === 'string' ? amount : ''
  return isUnit(unit) ? secondsOf({ amount: text, unit }) : text
}

function isUnit(text: unknown): text is Unit {
  return typeof text === 'string' && Object.hasOwn(units, text)
}
