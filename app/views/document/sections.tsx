import { ChevronRight } from 'lucide-react'
import type { DocumentLink, DocumentSection } from '#lib/answers/document.ts'

interface SectionsProps {
  /** Path of the page. */
  readonly address: string
  readonly sections: readonly DocumentSection[]
}

/** The menu: sections fold open and closed without script. That of the page is open, on the overview all are. */
export function Sections({ address, sections }: SectionsProps) {
  const isOverview = address === '/docs'
  return (
    <nav aria-label="Pages of the documentation" className="ui-rail-nav ui-doc-nav">
      <a href="/docs" aria-current={isOverview ? 'page' : undefined}>
        Overview
      </a>
      {sections.map(({ title, links }) => (
        <details key={title} open={isOverview || links.some(({ href }) => href === address)}>
          <summary>
            <ChevronRight aria-hidden="true" />
            {title}
          </summary>
          {groupsOf(links).map(([group, ofGroup]) => (
            <div key={group}>
              {group && <p className="ui-doc-group">{group}</p>}
              <ul>
                {ofGroup.map(({ href, label }) => (
                  <li key={href}>
                    <a href={href} aria-current={href === address ? 'page' : undefined}>
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </details>
      ))}
    </nav>
  )
}

function groupsOf(links: readonly DocumentLink[]): (readonly [string, readonly DocumentLink[]])[] {
  const names = [...new Set(links.map(({ group }) => group))]
  return names.map((name) => [name, links.filter(({ group }) => group === name)])
}
