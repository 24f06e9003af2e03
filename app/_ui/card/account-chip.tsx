import type { ReactNode } from 'react'
import { Avatar } from '#app/_ui/text/avatar.tsx'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import type { AccountView } from '#lib/answers/view.ts'

interface AccountChipProps {
  readonly account: AccountView
  /** The way to another account, at the end. */
  readonly children?: ReactNode
}

/** Names the account that a page is about, so that a visitor notices the wrong one. */
export function AccountChip({ account, children }: AccountChipProps) {
  const { name, email } = account
  return (
    <div className="ui-account-chip">
      <Avatar person={account} size="md" />
      <span className="min-w-0 grow leading-5 [overflow-wrap:anywhere]">
        {name && (
          <span className="block font-semibold">
            <bdi>{name}</bdi>
          </span>
        )}
        <span className={name ? 'block text-muted text-sm' : 'block font-semibold'}>
          <EmailAddress email={email} />
        </span>
      </span>
      {children}
    </div>
  )
}
