import type { ComponentProps } from 'react'

const sizes = { sm: 'btn-sm', md: '', lg: 'btn-lg' } as const

interface SubmitButtonProps extends ComponentProps<'button'> {
  readonly id: string
  readonly label: string
  readonly busyLabel: string
  readonly busy: boolean
  /** Default: the size of sign-in pages. */
  readonly size?: keyof typeof sizes
}

/**
 * A submit button that says when sending is in progress. It is not `disabled`, because that would drop its name from
 * the form data and lose the focus.
 */
export function SubmitButton({
  label,
  busyLabel,
  busy,
  size = 'lg',
  className = '',
  ...button
}: SubmitButtonProps) {
  return (
    <button
      type="submit"
      {...button}
      aria-disabled={busy || undefined}
      className={`btn flex-nowrap ${sizes[size]} ${className}`}
    >
      {busy && <span className="loading loading-spinner loading-xs" aria-hidden="true" />}
      {busy ? busyLabel : label}
    </button>
  )
}
