import { Download } from 'lucide-react'
import { CodeTools } from './code-tools.tsx'

interface CodeListProps {
  readonly codes: readonly string[]
  readonly texts: { readonly download: string; readonly copy: string; readonly print: string }
}

/** Recovery codes with ways to keep them. The download works without scripts. */
export function CodeList({ codes, texts }: CodeListProps) {
  const text = codes.join('\n')
  return (
    <>
      <ul
        id="recovery-codes"
        dir="ltr"
        className="grid justify-center gap-x-5 gap-y-1.5 rounded-[10px] border border-line bg-canvas px-4 py-3.5 font-medium font-mono text-[0.8125rem] leading-6 sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>
            <bdi dir="ltr">{code}</bdi>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <a
          id="codes-download"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="recovery-codes.txt"
          className="btn btn-sm"
        >
          <Download aria-hidden="true" />
          {texts.download}
        </a>
        <CodeTools text={text} print={texts.print} copy={texts.copy} />
      </div>
    </>
  )
}
