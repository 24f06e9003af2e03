import type { ComponentProps } from 'react'
import { oneLine } from './one-line.ts'

type WrappingFieldProps = Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'rows'> & {
  readonly value: string
  readonly onChange: (value: string) => void
}

/**
 * A field for one line of text that wraps to show all of it: on a phone, long addresses often differ only at the end.
 * Line breaks are not part of the text; without scripts, the server removes them (`oneLine`).
 */
export function WrappingField({ value, onChange, className = '', ...field }: WrappingFieldProps) {
  const look =
    'min-h-9 w-full px-3 py-1.5 [grid-area:1/1] [overflow-wrap:anywhere] whitespace-pre-wrap text-base pointer-coarse:text-[1rem]'
  return (
    <div className="grid">
      {/* Gives the field the height of its text, which not every browser can do with `field-sizing`. */}
      <span
        dir={field.dir}
        aria-hidden="true"
        className={`${look} ${className} invisible border border-transparent`}
      >
        {value || field.placeholder}{' '}
      </span>
      <textarea
        {...field}
        rows={1}
        value={value}
        className={`textarea ${look} ${className} resize-none overflow-hidden`}
        onChange={(event) => onChange(oneLine(event.target.value))}
      />
    </div>
  )
}
