import { EmailInText } from './email-in-text.tsx'

interface AccountLineProps {
  readonly email: string
  /** The line, with the email in it. */
  readonly text: string
}

/**
 * Whose account a page speaks of, so that nobody goes on with the wrong one. The address has a line of its own,
 * wherever the sentence names it: beside other words it would break at its hyphens.
 */
export function AccountLine({ email, text }: AccountLineProps) {
  return (
    <p className="mb-6 flex items-center justify-center gap-2.5 text-sm">
      <span
        className="grid size-7 shrink-0 place-items-center rounded-full bg-base-content/10 font-semibold uppercase"
        aria-hidden="true"
      >
        {email.slice(0, 1)}
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <EmailInText email={email} text={text} className="block font-medium" />
      </span>
    </p>
  )
}
