import { WithScripts } from '#app/_ui/form/with-scripts.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { CopyButton } from '#app/_ui/text/copy-button.tsx'

interface CopiedLinkProps {
  readonly id: string
  readonly href: string
  /** Name of the button that copies it. */
  readonly label: string
}

/** An address to open elsewhere: as text to select, with a button that copies it. */
export function CopiedLink({ id, href, label }: CopiedLinkProps) {
  return (
    <span dir="ltr" className="mt-2 flex items-center gap-2 font-mono text-[0.8125rem]">
      <code id={id} className="min-w-0 grow select-all [overflow-wrap:anywhere]">
        {href}
      </code>
      <WithScripts>
        <ClientTexts>
          <CopyButton value={href} label={label} />
        </ClientTexts>
      </WithScripts>
    </span>
  )
}
