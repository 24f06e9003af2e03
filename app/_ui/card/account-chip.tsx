import type { ReactNode } from 'react'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import type { AccountView } from '#lib/answers/view.ts'

interface AccountChipProps {
  readonly account: AccountView
  /** The way to another account, at the end. */
  readonly children?: ReactNode
}

/** Names the account that a page is about, so that a visitor notices the wrong one. */
export function AccountChip({ account: { name, email, tint }, children }: AccountChipProps) {
  return (
    <div className="ui-account-chip" data-account={email}>
      <span className={`ui-avatar ui-avatar-md hue-${tint}`} aria-hidden="true">
        {initialsOf(name || email)}
      </span>
      <span className="min-w-0 grow leading-5 [overflow-wrap:anywhere]">
        {name && <bdi className="block font-semibold">{name}</bdi>}
        <span className={name ? 'block text-muted text-sm' : 'block font-semibold'}>
          <EmailAddress email={email} />
        </span>
      </span>
      {children}
    </div>
  )
}

/** The first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '')
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word = '') => [...word][0]?.toLocaleUpperCase() ?? '').join('')
}
