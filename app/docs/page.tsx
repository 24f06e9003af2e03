import { Braces, FileText, type LucideIcon, Waypoints } from 'lucide-react'
import { Brand } from '#app/_ui/card/brand.tsx'
import { PageTitle } from '#app/_ui/shell/page-title.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'

/** For those who connect an application to this server. */
export default async function DevelopersPage() {
  const t = await pageTexts()
  return (
    <>
      <PageTitle title={t('pages.welcome.developers')} />
      <div className="min-h-dvh bg-canvas px-6 py-8 sm:py-12">
        <main id="page-developers" className="mx-auto flex max-w-4xl flex-col gap-8">
          <Brand />
          <h1 className="font-semibold text-[1.375rem] leading-7">
            {t('pages.welcome.developers')}
          </h1>
          <Guide />
          <Entrances />
        </main>
      </div>
    </>
  )
}

async function Entrances() {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Entrance href="/.well-known/openid-configuration" icon={Waypoints} name="discovery" />
      <Entrance href="/docs/api" icon={FileText} name="reference" />
      <Entrance href="/openapi.yaml" icon={Braces} name="openapi" />
    </div>
  )
}

interface EntranceProps {
  readonly href: string
  readonly icon: LucideIcon
  readonly name: 'discovery' | 'openapi' | 'reference'
}

async function Entrance({ href, icon: Icon, name }: EntranceProps) {
  const t = await pageTexts()
  return (
    <a href={href} className="ui-panel group flex flex-col gap-3 p-5 hover:border-edge">
      <Icon className="size-6" strokeWidth={1.75} aria-hidden="true" />
      <span>
        <span className="block font-semibold group-hover:underline">
          {t(`pages.welcome.${name}`)}
        </span>
        <span className="mt-1 block text-pretty text-muted text-sm">
          {t(`pages.welcome.${name}_text`)}
        </span>
      </span>
    </a>
  )
}

const steps = ['guide_register', 'guide_configure', 'guide_call'] as const

const endpoints = [
  ['endpoint_authorization', '/auth/authorize'],
  ['endpoint_token', '/auth/token'],
  ['endpoint_userinfo', '/userinfo'],
  ['endpoint_keys', '/certs'],
  ['endpoint_end_session', '/auth/logout'],
] as const

async function Guide() {
  const t = await pageTexts()
  return (
    <section id="connect" aria-labelledby="connect-title" className="ui-panel scroll-mt-8 p-6">
      <h2 id="connect-title" className="font-semibold text-[0.9375rem] leading-6">
        {t('pages.welcome.documentation')}
      </h2>
      <ol className="mt-6 grid gap-6 sm:grid-cols-3">
        {steps.map((step, index) => (
          <li key={step}>
            <p className="flex items-baseline gap-2 font-medium">
              <span className="text-muted tabular-nums">{index + 1}.</span>
              {t(`pages.welcome.${step}`)}
            </p>
            <p className="mt-2 text-pretty text-muted text-sm">{t(`pages.welcome.${step}_text`)}</p>
          </li>
        ))}
      </ol>
      <h3 className="mt-8 mb-3 font-medium">{t('pages.welcome.endpoints')}</h3>
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
        {endpoints.map(([name, path]) => (
          <div key={path} className="contents">
            <dt className="text-muted">{t(`pages.welcome.${name}`)}</dt>
            <dd className="mb-2 font-mono sm:mb-0">
              <bdi dir="ltr">{path}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
