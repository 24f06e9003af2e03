import { Brand } from '#app/_ui/card/brand.tsx'
import { PageTitle } from '#app/_ui/shell/page-title.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { type MessagePreview, previewMessages } from '#lib/http/mail-preview.ts'
import { pageLanguage, pageSettings } from '#lib/http/page.ts'
import { directionOf, type Language, languages } from '#lib/i18n/languages.ts'

interface MailPreviewPageProps {
  readonly searchParams: Promise<{ readonly language?: string | string[] }>
}

/** Widths of the previews, in pixels; the page's width limits them. */
const widths = { wide: 640, phone: 320 } as const

/**
 * Shows every message that the server sends (`/dev/mail?language=de`). The file's extension keeps it out of the build:
 * see `next.config.mjs`.
 */
export default async function MailPreviewPage({ searchParams }: MailPreviewPageProps) {
  const wanted = (await searchParams).language
  const language = languages.find((known) => known === wanted) ?? (await pageLanguage())
  const { appName } = await pageSettings()
  const t = await pageTexts()
  return (
    <>
      <PageTitle title={t('pages.mail-preview.title')} />
      <div className="backdrop min-h-dvh px-4 py-8 sm:px-6 sm:py-12">
        <div className="mx-auto flex max-w-6xl flex-col gap-10">
          <Brand />
          <main id="page-mail-preview" className="flex flex-col gap-8">
            <div>
              <h1 className="font-semibold text-2xl tracking-tight">
                {t('pages.mail-preview.title')}
              </h1>
              <p className="mt-2 max-w-2xl text-pretty text-muted">
                {t('pages.mail-preview.intro')}
              </p>
            </div>
            <LanguageChoice chosen={language} label={t('pages.mail-preview.language')} />
            {previewMessages(language, appName).map((message) => (
              <Message key={message.name} message={message} language={language} />
            ))}
          </main>
        </div>
      </div>
    </>
  )
}

interface LanguageChoiceProps {
  readonly chosen: Language
  readonly label: string
}

function LanguageChoice({ chosen, label }: LanguageChoiceProps) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2">
        {languages.map((language) => (
          <li key={language}>
            <a
              href={`/dev/mail?language=${language}`}
              aria-current={language === chosen ? 'page' : undefined}
              className={`btn btn-sm ${language === chosen ? 'btn-primary' : ''}`}
              lang={language}
            >
              {new Intl.DisplayNames([language], { type: 'language' }).of(language)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface MessageProps {
  readonly message: MessagePreview
  readonly language: Language
}

async function Message({ message, language }: MessageProps) {
  const t = await pageTexts()
  const written = { lang: language, dir: directionOf(language) }
  return (
    <article
      id={message.name}
      aria-labelledby={`${message.name}-subject`}
      className="flex min-w-0 flex-col gap-4 rounded-box border border-line bg-base-100 p-4 sm:p-6"
    >
      <div>
        <h2 id={`${message.name}-subject`} className="font-semibold text-lg" {...written}>
          {message.subject}
        </h2>
        <p className="font-mono text-muted text-sm" dir="ltr">
          {message.name}
        </p>
      </div>
      <div className="flex flex-wrap gap-6">
        {(['wide', 'phone'] as const).map((width) => (
          <figure key={width} className="flex min-w-0 max-w-full flex-col gap-2">
            <figcaption className="text-muted text-sm">
              {t(`pages.mail-preview.${width}`)}
            </figcaption>
            <iframe
              // No permission at all, so that a message that needs a script fails visibly.
              sandbox=""
              srcDoc={message.html}
              title={`${message.subject} (${t(`pages.mail-preview.${width}`)})`}
              loading="lazy"
              style={{ width: widths[width] }}
              className="h-[38rem] max-w-full rounded-field border border-line bg-white"
            />
          </figure>
        ))}
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        <h3 className="text-muted text-sm">{t('pages.mail-preview.text')}</h3>
        <pre
          className="whitespace-pre-wrap rounded-field border border-line bg-base-200 p-4 font-mono text-sm [overflow-wrap:anywhere]"
          {...written}
        >
          {message.text}
        </pre>
      </div>
    </article>
  )
}
