import { type DurationParts, type Unit, unitField, unitNames } from './duration-parts.ts'

interface UnitSelectProps {
  /** The name of the field with the amount. */
  readonly name: string
  readonly label: string
  readonly language: string
  readonly parts: DurationParts
  readonly onChange: (unit: Unit) => void
}

/** The unit of a duration, in the plural of its amount. */
export function UnitSelect({ name, label, language, parts, onChange }: UnitSelectProps) {
  const count = Number(parts.amount) || 0
  return (
    <select
      id={`${name}-unit`}
      name={unitField(name)}
      value={parts.unit}
      onChange={(event) => onChange(event.target.value as Unit)}
      aria-label={label}
      className="select w-32!"
    >
      {unitNames.map((unit) => (
        <option key={unit} value={unit} suppressHydrationWarning>
          {unitIn(language, unit, count)}
        </option>
      ))}
    </select>
  )
}

/** Some languages write a single or a double amount without its number; those use the word of another amount. */
function unitIn(language: string, unit: Unit, count: number): string {
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
  const wordFor = (amount: number) =>
    format.formatToParts(amount).find(({ type }) => type === 'unit')?.value
  const hasNumber = format.formatToParts(count).some(({ type }) => type === 'integer')
  return (hasNumber ? wordFor(count) : wordFor(3)) ?? unit
}
