import type { ComponentProps, ReactNode } from 'react'

interface SegmentedProps {
  readonly legend: string
  /** The legend is read out only. */
  readonly isQuiet?: boolean
  readonly children: ReactNode
}

/** One of a few short answers, in a row. */
export function Segmented({ legend, isQuiet = false, children }: SegmentedProps) {
  return (
    <fieldset className="min-w-0">
      <legend className={isQuiet ? 'sr-only' : 'ui-label mb-1.5'}>{legend}</legend>
      <div className="ui-segmented max-w-full flex-wrap">{children}</div>
    </fieldset>
  )
}

interface SegmentProps extends ComponentProps<'input'> {
  readonly label: string
  /** In place of the label, which is then the name of the button. */
  readonly icon?: ReactNode
}

/** One answer of `Segmented`. */
export function Segment({ label, icon, ...input }: SegmentProps) {
  return (
    <label className="cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-[var(--focus)]">
      <input {...input} type="radio" className="sr-only" />
      {icon}
      <span className={icon ? 'sr-only' : ''}>{label}</span>
    </label>
  )
}
