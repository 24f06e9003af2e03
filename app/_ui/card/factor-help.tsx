import { Fingerprint, KeyRound, LifeBuoy, Smartphone } from 'lucide-react'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Support } from './support.tsx'

interface FactorHelpProps {
  readonly title: string
  readonly ceremonyId: string
  /** Another proof of the visitor's identity. */
  readonly app?: boolean
  readonly passkey?: boolean
  readonly codes?: boolean
}

/** The other ways to finish a sign-in; the last one is help by a person. */
export async function FactorHelp({ title, ceremonyId, app, passkey, codes }: FactorHelpProps) {
  const t = await pageTexts()
  const query = `?ceremony=${encodeURIComponent(ceremonyId)}`
  return (
    <section aria-labelledby="otp-help" className="mt-6 border-line border-t pt-5 text-[0.875rem]">
      <h2 id="otp-help" className="mb-1.5 font-semibold">
        {title}
      </h2>
      {passkey && (
        <Way id="use-passkey" icon={Fingerprint} href={`/auth/passkey${query}`}>
          {t('methods.use_passkey')}
        </Way>
      )}
      {app && (
        <Way id="use-app" icon={Smartphone} href={`/auth/otp${query}`}>
          {t('methods.use_app')}
        </Way>
      )}
      {codes && (
        <Way id="use-recovery" icon={KeyRound} href={`/auth/recovery-code${query}`}>
          {t('methods.use_recovery')}
        </Way>
      )}
      <p id="otp-lost" className="flex items-center gap-2 text-muted">
        <LifeBuoy className="size-4 shrink-0" aria-hidden="true" />
        <span className="min-w-0">
          {t.rich('card.code.contact', { support: () => <Support /> })}
        </span>
      </p>
    </section>
  )
}

interface WayProps {
  readonly id: string
  readonly icon: typeof Smartphone
  readonly href: string
  readonly children: React.ReactNode
}

function Way({ id, icon: Icon, href, children }: WayProps) {
  return (
    <p className="flex items-center gap-2">
      <Icon className="size-4 shrink-0 text-muted" aria-hidden="true" />
      <a id={id} href={href} className="ui-link py-1">
        {children}
      </a>
    </p>
  )
}
