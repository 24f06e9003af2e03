import type { ReactNode } from 'react'
import { AccountChip } from '#app/_ui/card/account-chip.tsx'
import { logoTiles } from '#app/_ui/card/logo-tiles.ts'
import { AppTile } from '#app/_ui/text/app-tile.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'
import type { PreviewParts } from './preview.tsx'

const person = {
  name: 'Grace Hopper',
  givenName: 'Grace',
  familyName: 'Hopper',
  email: 'grace@example.com',
  subject: '5e9c1c52-0d5c-4c0e-9f0e-2f2f6a3f6a11',
}

/** The pages of the branding page's preview, with an invented person and application. */
export async function previewParts(): Promise<PreviewParts> {
  const t = await pageTexts()
  const { appName, branding } = await pageSettings()
  const { logoLight, logoDark, faint } = branding
  const tiles = logoTiles({ light: logoLight, dark: logoDark }, faint)
  return {
    pages: {
      signIn: <SignIn />,
      consent: <Consent />,
      code: <Code />,
      mail: <Mail />,
    },
    brand: {
      light: <Brand logo={logoLight || logoDark} tiles={tiles} name={appName} />,
      dark: <Brand logo={logoDark || logoLight} tiles={tiles} name={appName} />,
    },
    footer: {
      help: t('card.help'),
      privacy: t('card.privacy'),
      terms: t('card.terms'),
      status: t('card.status'),
    },
  }
}

interface BrandProps {
  readonly logo: string
  readonly tiles: string
  readonly name: string
}

function Brand({ logo, tiles, name }: BrandProps) {
  if (!logo) return <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
  return <img src={logo} alt={name} className={`${tiles} h-7 w-auto max-w-full object-contain`} />
}

async function SignIn() {
  const t = await pageTexts()
  const app = t('settings.branding.sample_app')
  return (
    <>
      <Title app={app}>{t.rich('card.sign_in.title', { name: () => <bdi>{app}</bdi> })}</Title>
      <div className="ui-form">
        <Input label={t('pages.sign-in.email')} />
        <Input
          label={t('pages.sign-in.password')}
          aside={<span className="ui-link">{t('pages.sign-in.forgot_password')}</span>}
        />
        <Button label={t('pages.sign-in.submit')} />
      </div>
    </>
  )
}

async function Consent() {
  const t = await pageTexts()
  const app = t('settings.branding.sample_app')
  return (
    <>
      <Title app={app}>{t.rich('card.consent.title', { name: () => <bdi>{app}</bdi> })}</Title>
      <AccountChip account={person} />
      <div className="mt-4">
        {[t('consent.scope.profile.title'), t('consent.scope.email.title')].map((text) => (
          <div key={text} className="ui-scope">
            <span className="min-w-0">
              <b>{text}</b>
            </span>
            <input type="checkbox" className="checkbox shrink-0" checked readOnly />
          </div>
        ))}
      </div>
      <div className="mt-5 grid grid-cols-2 gap-2.5">
        <span className="btn btn-lg">{t('pages.consent.cancel')}</span>
        <span className="btn btn-lg btn-primary">{t('pages.consent.allow')}</span>
      </div>
    </>
  )
}

async function Code() {
  const t = await pageTexts()
  return (
    <>
      <Title>{t('pages.otp.title')}</Title>
      <div className="ui-form">
        <AccountChip account={person} />
        <Input label={t('pages.otp.code')} value="123 456" />
        <Button label={t('pages.otp.submit')} />
      </div>
    </>
  )
}

async function Mail() {
  const t = await pageTexts()
  const { appName } = await pageSettings()
  return (
    <>
      <Title>{t('mail.forgot-password.subject', { appName })}</Title>
      <p className="mb-5 text-muted">{t('mail.forgot-password.text', { appName })}</p>
      <Button label={t('mail.forgot-password.action')} />
    </>
  )
}

function Title({ app, children }: { readonly app?: string; readonly children: ReactNode }) {
  return (
    <div className="ui-card-title">
      {app && <AppTile name={app} size="lg" />}
      <b className="min-w-0 font-semibold text-[1.375rem] leading-7 tracking-tight">{children}</b>
    </div>
  )
}

interface InputProps {
  readonly label: string
  readonly aside?: ReactNode
  readonly value?: string
}

function Input({ label, aside, value }: InputProps) {
  return (
    <div className="ui-field">
      <span className="flex gap-2">
        <span className="ui-label grow">{label}</span>
        {aside}
      </span>
      <span className="input input-lg">{value}</span>
    </div>
  )
}

function Button({ label }: { readonly label: string }) {
  return <span className="btn btn-lg btn-primary btn-block">{label}</span>
}
