import { ExternalLink, Smartphone } from 'lucide-react'
import { pageTexts } from '#app/_ui/text/texts.ts'

const apps = [
  {
    name: 'Microsoft Authenticator',
    url: 'https://www.microsoft.com/security/mobile-authenticator-app',
  },
  { name: 'Google Authenticator', url: 'https://support.google.com/accounts/answer/1066447' },
  { name: 'FreeOTP', url: 'https://freeotp.github.io/' },
]

/** Recommends apps for one-time codes to users without one. */
export async function AuthenticatorApps() {
  const t = await pageTexts()
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1.5 text-[0.875rem] pointer-coarse:gap-y-7">
      {apps.map(({ name, url }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noopener noreferrer" className="lone-link text-link">
            {name}
            <ExternalLink className="ms-1 inline size-3.5 align-[-0.1em]" aria-hidden="true" />
            <span className="sr-only"> ({t('common.opens_in_new_tab')})</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/**
 * Opens the authenticator app on this device: a phone cannot scan its own screen.
 * @param uri the `otpauth:` address; it contains the secret, which must not reach any other address or a log
 */
export async function OpenInApp({ uri }: { readonly uri: string }) {
  const t = await pageTexts()
  return (
    <a id="otp-open-app" href={uri} rel="noreferrer" className="btn min-h-11">
      <Smartphone className="size-4.5 shrink-0" aria-hidden="true" />
      {t('pages.otp-enrollment.open_app')}
    </a>
  )
}
