import { EmailInText } from '#app/_ui/text/email-in-text.tsx'

interface AccountLineProps {
  readonly email: string
  /** Must contain the email. */
  readonly text: string
}

/**
 * Names the account that a page is about, so that a visitor notices the wrong one. The address gets its own line in
 * every language: beside other words it would break at its hyphens.
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
