import {
  BookOpen,
  Braces,
  FileText,
  type LucideIcon,
  SlidersHorizontal,
  UserRound,
  Waypoints,
} from 'lucide-react'
import { Brand } from '#app/_ui/shell/brand.tsx'
import { PageTitle } from '#app/_ui/shell/page-title.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { isSignedInToConsole } from '#lib/http/page.ts'

/** The start page, with links for users and developers. */
export default async function WelcomePage() {
  const t = await pageTexts()
  return (
    <>
      <PageTitle title={t('pages.welcome.title')} />
      <div className="backdrop min-h-dvh px-6 py-8 sm:py-12">
        <div className="mx-auto flex max-w-4xl flex-col gap-12">
          <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
            <Brand />
            <SignInOrOut />
          </header>
          <main id="page-welcome" className="flex flex-col gap-12">
            <div>
              <h1 className="font-semibold text-4xl tracking-tight sm:text-5xl">
                {t('pages.welcome.title')}
              </h1>
              <p className="mt-4 max-w-2xl text-pretty text-lg text-muted">
                {t('pages.welcome.intro')}
              </p>
            </div>
            <ForPeople />
            <ForDevelopers />
            <Guide />
          </main>
        </div>
      </div>
    </>
  )
}

async function SignInOrOut() {
  const t = await pageTexts()
  if (!(await isSignedInToConsole())) {
    return (
      <a id="sign-in" href="/account/profile" className="btn btn-sm shrink-0">
        {t('pages.sign-in.submit')}
      </a>
    )
  }
  return (
    <form method="post" action="/console/logout" className="shrink-0">
      <button id="sign-out" type="submit" className="btn btn-sm">
        {t('console.sign_out')}
      </button>
    </form>
  )
}

async function ForPeople() {
  const t = await pageTexts()
  return (
    <section aria-labelledby="people">
      <h2 id="people" className="mb-4 font-semibold">
        {t('pages.welcome.people')}
      </h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <Entrance href="/account/profile" icon={UserRound} name="account" />
        <Entrance href="/admin" icon={SlidersHorizontal} name="administration" />
      </div>
    </section>
  )
}

async function ForDevelopers() {
  const t = await pageTexts()
  return (
    <section aria-labelledby="developers">
      <h2 id="developers" className="mb-4 font-semibold">
        {t('pages.welcome.developers')}
      </h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <Entrance href="#connect" icon={BookOpen} name="documentation" />
        <Entrance href="/.well-known/openid-configuration" icon={Waypoints} name="discovery" />
        <Entrance href="/docs/api" icon={FileText} name="reference" />
        <Entrance href="/openapi.yaml" icon={Braces} name="openapi" />
      </div>
    </section>
  )
}

interface EntranceProps {
  readonly href: string
  readonly icon: LucideIcon
  readonly name:
    | 'account'
    | 'administration'
    | 'documentation'
    | 'discovery'
    | 'openapi'
    | 'reference'
}

async function Entrance({ href, icon: Icon, name }: EntranceProps) {
  const t = await pageTexts()
  return (
    <a
      href={href}
      className="group flex flex-col gap-3 rounded-box border border-line bg-base-100 p-5 transition-shadow hover:border-base-content/35 hover:shadow-base-content/5 hover:shadow-lg"
    >
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
    <section
      id="connect"
      aria-labelledby="connect-title"
      className="scroll-mt-8 rounded-box border border-line bg-base-100 p-6 sm:p-8"
    >
      <h2 id="connect-title" className="font-semibold text-xl tracking-tight">
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
