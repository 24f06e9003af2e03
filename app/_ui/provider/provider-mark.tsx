import { initialsOfName } from './initials-of-name.ts'

interface ProviderMarkProps {
  readonly preset: string
  readonly name: string
}

/**
 * A provider's mark, in its own colors as its brand demands; letters of the name for a provider without a known one. It
 * stands beside the name, which says the same.
 */
export function ProviderMark({ preset, name }: ProviderMarkProps) {
  switch (preset) {
    case 'google':
      return <GoogleMark />
    case 'microsoft':
      return <MicrosoftMark />
    case 'github':
      return <GithubMark />
    case 'gitlab':
      return <GitlabMark />
    default:
      return (
        <span className="font-bold text-sm" aria-hidden="true">
          {initialsOfName(name)}
        </span>
      )
  }
}

function MicrosoftMark() {
  return (
    <svg viewBox="0 0 21 21" width="17" height="17" aria-hidden="true">
      <path fill="#f25022" d="M0 0h10v10H0z" />
      <path fill="#7fba00" d="M11 0h10v10H11z" />
      <path fill="#00a4ef" d="M0 11h10v10H0z" />
      <path fill="#ffb900" d="M11 11h10v10H11z" />
    </svg>
  )
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" width="18" height="18" aria-hidden="true">
      <path
        fill="#FFC107"
        d="M43.6 20.1H42V20H24v8h11.3C33.7 32.7 29.2 36 24 36c-6.6 0-12-5.4-12-12s5.4-12 12-12c3.1 0 5.8 1.2 8 3l5.7-5.7C34 6.1 29.3 4 24 4 13 4 4 13 4 24s9 20 20 20 20-9 20-20c0-1.3-.1-2.6-.4-3.9z"
      />
      <path
        fill="#FF3D00"
        d="m6.3 14.7 6.6 4.8C14.7 15.1 19 12 24 12c3.1 0 5.8 1.2 8 3l5.7-5.7C34 6.1 29.3 4 24 4 16.3 4 9.7 8.3 6.3 14.7z"
      />
      <path
        fill="#4CAF50"
        d="M24 44c5.2 0 9.9-2 13.4-5.2l-6.2-5.2C29.2 35.1 26.7 36 24 36c-5.2 0-9.6-3.3-11.3-7.9l-6.5 5C9.5 39.6 16.2 44 24 44z"
      />
      <path
        fill="#1976D2"
        d="M43.6 20.1H42V20H24v8h11.3c-.8 2.2-2.2 4.2-4.1 5.6l6.2 5.2C37 39.2 44 34 44 24c0-1.3-.1-2.6-.4-3.9z"
      />
    </svg>
  )
}

/** Black on light grounds, white on dark ones: it takes the color of the text. */
function GithubMark() {
  return (
    <svg viewBox="0 0 16 16" width="18" height="18" fill="currentColor" aria-hidden="true">
      <path d="M8 0C3.58 0 0 3.58 0 8c0 3.54 2.29 6.53 5.47 7.59.4.07.55-.17.55-.38 0-.19-.01-.82-.01-1.49-2.01.37-2.53-.49-2.69-.94-.09-.23-.48-.94-.82-1.13-.28-.15-.68-.52-.01-.53.63-.01 1.08.58 1.23.82.72 1.21 1.87.87 2.33.66.07-.52.28-.87.51-1.07-1.78-.2-3.64-.89-3.64-3.95 0-.87.31-1.59.82-2.15-.08-.2-.36-1.02.08-2.12 0 0 .67-.21 2.2.82.64-.18 1.32-.27 2-.27s1.36.09 2 .27c1.53-1.04 2.2-.82 2.2-.82.44 1.1.16 1.92.08 2.12.51.56.82 1.27.82 2.15 0 3.07-1.87 3.75-3.65 3.95.29.25.54.73.54 1.48 0 1.07-.01 1.93-.01 2.2 0 .21.15.46.55.38A8.01 8.01 0 0 0 16 8c0-4.42-3.58-8-8-8z" />
    </svg>
  )
}

function GitlabMark() {
  return (
    <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      <path fill="#E24329" d="M12 22 16.4 8.5H7.6z" />
      <path fill="#FC6D26" d="M12 22 7.6 8.5H1.4z" />
      <path fill="#FCA326" d="M1.4 8.5.1 12.6c-.1.4 0 .8.3 1L12 22z" />
      <path fill="#E24329" d="M1.4 8.5h6.2L4.9.3c-.1-.4-.7-.4-.8 0z" />
      <path fill="#FC6D26" d="M12 22l4.4-13.5h6.2z" />
      <path fill="#FCA326" d="m22.6 8.5 1.3 4.1c.1.4 0 .8-.3 1L12 22z" />
      <path fill="#E24329" d="M22.6 8.5h-6.2L19.1.3c.1-.4.7-.4.8 0z" />
    </svg>
  )
}
