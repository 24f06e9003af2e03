import type { ReactNode } from 'react'
import { NoticeFromAddress } from '#app/_ui/feedback/notice-from-address.tsx'
import { noticeOf } from '#app/_ui/feedback/notices.ts'
import { Toasts } from '#app/_ui/feedback/toasts.tsx'
import { DoneNotice } from '#app/_ui/form/done-notice.tsx'
import { submitted } from '#app/_ui/form/submitted.ts'
import { SubmittedFormProvider } from '#app/_ui/form/submitted-form.tsx'
import { UnsavedChangesPrompt } from '#app/_ui/form/unsaved-changes-prompt.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { Area } from '#lib/console/addresses.ts'
import { areSingleKeysOff } from '#lib/http/page.ts'
import { openConsole } from './api.ts'
import { LoadAnew } from './load-anew.tsx'
import { PendingBar } from './pending-bar.tsx'
import { Rail } from './rail.tsx'
import { type RailGroup, RailTabs } from './rail-nav.tsx'
import { TopBar } from './top-bar.tsx'
import { UserMenu } from './user-menu.tsx'

/** A search of the area: in the rail, in the bar of a narrow window, and the dialog that both open. */
export interface ShellSearch {
  readonly rail: ReactNode
  readonly bar: ReactNode
  readonly palette: ReactNode
}

interface ShellProps {
  readonly area: Area
  readonly groups: readonly RailGroup[]
  readonly search?: ShellSearch
  readonly children: ReactNode
}

/** The shell around every page of the console and the account: rail, bar and messages. */
export async function Shell({ area, groups, search, children }: ShellProps) {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const form = await submitted()
  const isAccount = area === 'account'
  const label = isAccount ? t('shell.your_account') : t('console.administration')
  return (
    <ClientTexts>
      <Toasts>
        <UnsavedChangesPrompt>
          <a
            href="#content"
            className="btn btn-sm sr-only z-50 focus:not-sr-only focus:absolute focus:start-4 focus:top-3"
          >
            {t('console.skip')}
          </a>
          <LoadAnew />
          <PendingBar />
          <div
            className="ui-shell"
            data-single-keys={(await areSingleKeysOff()) ? 'off' : undefined}
          >
            <Rail
              area={area}
              label={label}
              groups={groups}
              isSheet={!isAccount}
              search={search?.rail}
            />
            <div className="ui-main">
              <div className="ui-bar">
                <TopBar area={area} search={search?.bar} />
                {isAccount && (
                  <RailTabs label={label} items={groups.flatMap(({ items }) => items)} />
                )}
              </div>
              <NoticeFromAddress first={await firstNotice()} />
              {form?.state.kind === 'done' && form.state.undo && (
                <DoneNotice text={form.state.message} undo={form.state.undo} />
              )}
              <main
                id="content"
                tabIndex={-1}
                className={`ui-page @container ${isAccount ? 'ui-page-narrow' : ''}`}
              >
                <SubmittedFormProvider submitted={form} address={visitor.page}>
                  {children}
                </SubmittedFormProvider>
              </main>
            </div>
          </div>
          <UserMenu area={area} />
          {search?.palette}
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
