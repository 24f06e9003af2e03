import type { ComponentProps } from 'react'
import { oneLine } from './one-line.ts'

type WrappingFieldProps = Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'rows'> & {
  readonly value: string
  readonly onChange: (value: string) => void
}

/**
 * A field for one line of text that is shown whole, on as many lines as it takes: on a phone the end of a long address
 * is what tells it from another. Line breaks are none of the text; where scripts are off whoever reads the form takes
 * them out (`oneLine`).
 */
export function WrappingField({ value, onChange, className = '', ...field }: WrappingFieldProps) {
  const look =
    'min-h-10 w-full px-3 py-2 [grid-area:1/1] [overflow-wrap:anywhere] whitespace-pre-wrap text-base leading-5.5 sm:text-sm'
  return (
    <div className="grid">
      {/* As high as the text is: not every browser makes a field so by itself. */}
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
