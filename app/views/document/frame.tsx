import { Menu, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { ShellBrand } from '#app/_ui/shell/shell-brand.tsx'
import { ThemeChoice } from '#app/_ui/shell/theme-choice.tsx'
import type { DocumentSection } from '#lib/answers/document.ts'
import { pageSettings } from '#lib/http/page.ts'
import { Search } from './search.tsx'
import { Sections } from './sections.tsx'

interface FrameProps {
  /** Path of the page. */
  readonly address: string
  readonly sections: readonly DocumentSection[]
  readonly children: ReactNode
}

/** The frame of the documentation, like that of the account pages: the menu with its search beside the page. */
export async function Frame({ address, sections, children }: FrameProps) {
  return (
    <>
      <a
        href="#page-document"
        className="btn btn-sm sr-only z-50 focus:not-sr-only focus:absolute focus:start-4 focus:top-3"
      >
        Skip to the page
      </a>
      <div className="ui-shell">
        <aside id="rail" aria-label="Documentation" popover="auto" className="ui-rail print:hidden">
          <div className="ui-rail-brand">
            <ShellBrand area="account" />
            <CloseButton />
          </div>
          <Search>
            <Sections address={address} sections={sections} />
          </Search>
          <ThemeAtTheEnd />
        </aside>
        <div className="ui-main">
          <Bar />
          <main id="page-document" tabIndex={-1} className="ui-page ui-doc-page">
            {children}
          </main>
        </div>
      </div>
    </>
  )
}

function Bar() {
  return (
    <div className="ui-bar">
      <header className="ui-topbar">
        <button
          id="menu"
          type="button"
          popoverTarget="rail"
          className="btn btn-ghost btn-sm btn-square lg:hidden print:hidden"
          aria-label="Open the menu"
        >
          <Menu aria-hidden="true" />
        </button>
        <div className="min-w-0 lg:hidden print:block">
          <ShellBrand area="account" />
        </div>
        <span className="grow" />
        <a href="/docs/api" className="btn btn-ghost btn-sm print:hidden">
          API reference
        </a>
      </header>
    </div>
  )
}

function CloseButton() {
  return (
    <button
      type="button"
      popoverTarget="rail"
      popoverTargetAction="hide"
      className="btn btn-ghost btn-sm btn-square ms-auto lg:hidden"
      aria-label="Close the menu"
    >
      <X aria-hidden="true" />
    </button>
  )
}

async function ThemeAtTheEnd() {
  const { uiTheme } = await pageSettings()
  return (
    uiTheme === '' && (
      <div className="ui-menu ui-doc-theme">
        <ThemeChoice />
      </div>
    )
  )
}
