'use client'

import { useTexts } from '#app/_ui/text/use-texts.ts'

interface ThemeChoiceProps {
  /** '' for the visitor's system preference, light or dark. */
  readonly theme: string
  readonly label: string
  readonly isChosen: boolean
  readonly isSaved: boolean
  readonly choose: (theme: string) => void
}

/** An option that shows a theme in its own colours. */
export function ThemeChoice({ theme, label, isChosen, isSaved, choose }: ThemeChoiceProps) {
  const t = useTexts()
  return (
    <label
      className={`group relative flex cursor-pointer flex-col overflow-hidden rounded-box border border-line-strong hover:border-edge has-checked:border-[var(--accent-edge)] has-checked:ring-1 has-checked:ring-[var(--accent-edge)] has-focus-visible:outline-2 has-focus-visible:outline-[var(--focus)] has-focus-visible:outline-offset-2 ${theme ? '' : 'col-span-2'}`}
    >
      <input
        type="radio"
        name="uiTheme"
        id={`theme-${theme || 'system'}`}
        value={theme}
        checked={isChosen}
        onChange={() => choose(theme)}
        className="sr-only"
      />
      {theme ? (
        <Swatch theme={theme} />
      ) : (
        <span className="grid grid-cols-2">
          <Swatch theme="neutral-light" />
          <Swatch theme="neutral-dark" />
        </span>
      )}
      <span className="flex items-center gap-2 px-3 py-2 text-sm">
        <span
          aria-hidden="true"
          className="size-3 shrink-0 rounded-full border border-base-content/60 group-has-checked:border-4 group-has-checked:border-base-content"
        />
        <span className="min-w-0 flex-1 leading-tight">{label}</span>
        {isSaved && <span className="text-muted text-xs">{t('settings.theme.current')}</span>}
      </span>
    </label>
  )
}

/** The theme's colours on its own background. */
function Swatch({ theme }: { readonly theme: string }) {
  return (
    <span
      aria-hidden="true"
      data-theme={theme}
      className="flex h-16 flex-col justify-between bg-base-200 p-2.5 forced-color-adjust-none"
    >
      <span className="flex flex-col gap-1.5 rounded-sm bg-base-100 p-2">
        <span className="h-1 w-2/3 rounded-full bg-base-content" />
        <span className="h-1 w-2/5 rounded-full bg-base-content/50" />
      </span>
      <span className="flex gap-1">
        <span className="h-2.5 flex-1 rounded-xs bg-primary" />
        <span className="h-2.5 w-4 rounded-xs bg-secondary" />
        <span className="h-2.5 w-4 rounded-xs bg-accent" />
        <span className="h-2.5 w-4 rounded-xs bg-neutral" />
      </span>
    </span>
  )
}
