import type { ComponentProps } from 'react'

interface SubmitButtonProps extends ComponentProps<'button'> {
  readonly id: string
  readonly label: string
  readonly busyLabel: string
  readonly busy: boolean
}

/**
 * The button that sends a form. While that is under way it says so; it is not `disabled`, which
 * would take its name out of what is sent and the focus away from it.
 */
export function SubmitButton({
  label,
  busyLabel,
  busy,
  className = '',
  ...button
}: SubmitButtonProps) {
  return (
    <button
      type="submit"
      {...button}
      aria-disabled={busy || undefined}
      className={`btn min-h-11 flex-nowrap text-base ${className}`}
    >
      {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
      {busy ? busyLabel : label}
    </button>
  )
}
