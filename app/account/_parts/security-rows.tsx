import { Fingerprint, KeyRound, Lock, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { openConsole, ownAccount } from '#app/_ui/shell/api.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { OwnMoment } from '../own-moment.tsx'

/** When the visitor's password was last set, or that there is none. */
export async function PasswordAge() {
  const t = await pageTexts()
  const { passwordChangedAt } = await ownAccount()
  if (!passwordChangedAt) {
    const { api } = await openConsole()
    const { hasPassword } = await api.getConfirmation()
    return t(hasPassword ? 'own.security.change_unknown' : 'own.no_password.title')
  }
  return t.rich('own.security.changed', { time: () => <OwnMoment value={passwordChangedAt} /> })
}

const icons = {
  password: Lock,
  'two-step': Smartphone,
  passkeys: Fingerprint,
  recovery: KeyRound,
} as const

interface SecurityRowProps {
  readonly of: keyof typeof icons
  readonly isOn?: boolean
  readonly title: ReactNode
  readonly hint?: ReactNode
  readonly action?: ReactNode
}

/** A way in: its state, and the way to change it. */
export function SecurityRow({ of, isOn = false, title, hint, action }: SecurityRowProps) {
  const Icon = icons[of]
  return (
    <li data-way={of} className="flex-wrap">
      <span className={`ui-feed-icon size-8! rounded-lg! ${isOn ? 'ui-feed-icon-success' : ''}`}>
        <Icon className="size-4!" aria-hidden="true" />
      </span>
      <div className="ui-row-text basis-28">
        <p className="ui-row-title">{title}</p>
        {hint && <p className="ui-hint">{hint}</p>}
      </div>
      {action}
    </li>
  )
}
