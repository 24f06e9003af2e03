import { LogOut } from 'lucide-react'
import Link from 'next/link'
import { unstable_rethrow } from 'next/navigation'
import type { ReactNode } from 'react'
import { NoticeFromAddress } from '#app/_ui/feedback/notice-from-address.tsx'
import { noticeOf } from '#app/_ui/feedback/notices.ts'
import { Toasts } from '#app/_ui/feedback/toasts.tsx'
import { submitted } from '#app/_ui/form/submitted.ts'
import { SubmittedFormProvider } from '#app/_ui/form/submitted-form.tsx'
import { UnsavedChangesPrompt } from '#app/_ui/form/unsaved-changes-prompt.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { Area } from '#lib/console/addresses.ts'
import { shownEmail } from '#lib/domain/email-form.ts'
import { pageSettings } from '#lib/http/page.ts'
import { openConsole, ownAccount } from './api.ts'
import { Brand } from './brand.tsx'
import { Menu, type MenuPart, type MenuProps } from './menu.tsx'

interface ShellProps {
  readonly area: Area
  readonly parts: readonly MenuPart[]
  readonly children: ReactNode
}

/** The shell around every console page: bar, menu and messages. */
export async function Shell({ area, parts, children }: ShellProps) {
  const t = await pageTexts()
  const { version } = await pageSettings()
  const { visitor } = await openConsole()
  const label = t(area === 'admin' ? 'console.administration' : 'console.account')
  return (
    <ClientTexts>
      <Toasts>
        <NoticeFromAddress first={await firstNotice()} />
        <UnsavedChangesPrompt>
          <a
            href="#content"
            className="btn btn-sm sr-only z-50 focus:not-sr-only focus:absolute focus:start-4 focus:top-3"
          >
            {t('console.skip')}
          </a>
          <Bar area={area} />
          <div className="mx-auto flex max-w-7xl flex-col px-4 pt-5 pb-24 sm:px-6 lg:flex-row lg:gap-10 lg:pt-8">
            <MenuOfVisitor label={label} parts={parts} version={version} />
            <main id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
              <SubmittedFormProvider submitted={await submitted()} address={visitor.page}>
                {children}
              </SubmittedFormProvider>
            </main>
          </div>
        </UnsavedChangesPrompt>
      </Toasts>
    </ClientTexts>
  )
}

/** The message for a form that led to this page. */
async function firstNotice() {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const name = new URLSearchParams(visitor.page.split('?')[1]).get('done')
  const notice = noticeOf(name)
  return name && notice ? { name, text: t(notice) } : null
}

async function Bar({ area }: { readonly area: Area }) {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const email = await ownEmail()
  return (
    <header className="sticky top-0 short:static z-30 border-line border-b bg-base-100/95 backdrop-blur">
      <div className="mx-auto flex h-14 max-w-7xl items-center gap-2 px-4 sm:gap-4 sm:px-6">
        <a
          href="/"
          className="min-w-0 shrink pointer-coarse:-m-1.5 pointer-coarse:p-1.5 max-sm:shrink-0 [&_span]:max-sm:sr-only [&_svg]:size-8"
          title={t('console.home')}
        >
          <Brand />
        </a>
        <div className="ms-auto flex min-w-0 items-center gap-1 text-sm print:hidden">
          <Tab href="/account/profile" isHere={area === 'account'} label={t('console.account')} />
          {visitor.mayAdminister && (
            <Tab href="/admin" isHere={area === 'admin'} label={t('console.administration')} />
          )}
        </div>
        <p
          className="hidden min-w-0 max-w-48 text-muted text-sm md:block lg:max-w-md print:ms-auto print:block print:max-w-none"
          title={email}
        >
          <span className="sr-only">{t('console.signed_in_as', { email: '' })}</span>
          <bdi dir="ltr" className="block truncate">
            {email}
          </bdi>
        </p>
        <form method="post" action="/console/logout" className="shrink-0 print:hidden">
          <button
            id="sign-out"
            type="submit"
            className="btn btn-ghost btn-sm max-sm:btn-square"
            aria-label={t('console.sign_out')}
          >
            <LogOut className="size-4 rtl:rotate-180" aria-hidden="true" />
            <span className="hidden sm:inline">{t('console.sign_out')}</span>
          </button>
        </form>
      </div>
    </header>
  )
}

/** A separate component, so that reading the email does not delay the page. */
async function MenuOfVisitor(props: Omit<MenuProps, 'email'>) {
  return <Menu {...props} email={await ownEmail()} />
}

/**
 * The visitor's email; '' if it cannot be read. Bar and menu render without it, and the page beside them reports the
 * failure.
 */
async function ownEmail(): Promise<string> {
  const { visitor } = await openConsole()
  // An administrator may lack the scope for their own account.
  if (!visitor.scopes.includes('authserver:manage-account')) return ''
  try {
    return shownEmail((await ownAccount()).email)
  } catch (error) {
    unstable_rethrow(error)
    return ''
  }
}

interface TabProps {
  readonly href: string
  readonly isHere: boolean
  readonly label: string
}

/** Another area may need another sign-in, so its link loads a whole document. */
function Tab({ href, isHere, label }: TabProps) {
  const look =
    'rounded-field px-2.5 py-1.5 pointer-coarse:flex pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:items-center pointer-coarse:justify-center hover:bg-base-content/6 aria-[current]:bg-base-content/9 aria-[current]:font-medium max-sm:px-1.5 max-sm:text-center max-sm:text-[0.8125rem] max-sm:leading-tight'
  return isHere ? (
    <Link href={href} prefetch={false} aria-current="true" className={look}>
      {label}
    </Link>
  ) : (
    <a href={href} className={look}>
      {label}
    </a>
  )
}
