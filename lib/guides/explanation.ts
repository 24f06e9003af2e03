import type { Guide, Kind } from './guide.ts'

const ofKind: Readonly<Record<Kind, string>> = {
  web: 'web-application',
  spa: 'single-page-app',
  native: 'mobile-app',
  machine: 'machine-to-machine',
}

const ofGuide: Readonly<Record<string, string>> = {
  cli: 'native-cli',
  'oauth2-proxy': 'oauth2-proxy',
}

/** The document of `docs/integrate` that explains the steps and failures of such an application. */
export function explanationOf({ id, kind }: Guide): string {
  return ofGuide[id] ?? ofKind[kind]
}
