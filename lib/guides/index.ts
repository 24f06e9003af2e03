import { angular } from './angular.ts'
import { aspnet } from './aspnet.ts'
import { betterAuth } from './better-auth.ts'
import { cli } from './cli.ts'
import { django } from './django.ts'
import { express } from './express.ts'
import { flask } from './flask.ts'
import { flutter } from './flutter.ts'
import { go } from './go.ts'
import type { Guide, Kind } from './guide.ts'
import { kotlin } from './kotlin.ts'
import { laravel } from './laravel.ts'
import { machine } from './machine.ts'
import { nextjs } from './nextjs.ts'
import { oauth2Proxy } from './oauth2-proxy.ts'
import { rails } from './rails.ts'
import { react } from './react.ts'
import { spring } from './spring.ts'
import { sveltekit } from './sveltekit.ts'
import { swift } from './swift.ts'
import { vue } from './vue.ts'

/** Every guide, in the order in which the console offers them. */
export const guides: readonly Guide[] = [
  nextjs,
  betterAuth,
  react,
  vue,
  angular,
  sveltekit,
  express,
  spring,
  aspnet,
  django,
  flask,
  laravel,
  rails,
  go,
  flutter,
  swift,
  kotlin,
  cli,
  machine,
  oauth2Proxy,
]

export function guideOf(id: string): Guide | null {
  return guides.find((guide) => guide.id === id) ?? null
}

/** The guides for one kind of application. */
export function guidesFor(kind: Kind): readonly Guide[] {
  return guides.filter((guide) => guide.kind === kind)
}
