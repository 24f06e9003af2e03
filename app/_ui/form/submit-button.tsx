import type { ComponentProps } from 'react'

interface SubmitButtonProps extends ComponentProps<'button'> {
  readonly id: string
  readonly label: string
  readonly busyLabel: string
  readonly busy: boolean
}

/**
 * A submit button that says when sending is in progress. It is not `disabled`, because that would drop its name from
 * the form data and lose the focus.
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
