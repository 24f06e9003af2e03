import { explanationOf } from './explanation.ts'
import { filled } from './fill.ts'
import type { Guide, GuideCode, GuideStep } from './guide.ts'

/** The values that stand in the documents. */
const sample = {
  issuer: 'https://login.example.com',
  clientId: 'my-app',
  secret: '<client-secret>',
  ownScopes: '',
  redirectUris: [],
}

const kindNames = {
  web: 'Web application',
  spa: 'Single-page application',
  native: 'Native or command line',
  machine: 'Machine to machine',
} as const

/** A guide as a document: the same steps that the console shows with the values of a client. */
export function guideAsMarkdown(guide: Guide): string {
  const fill = filled(guide, sample)
  const steps = guide.steps.map((step, index) => stepAsMarkdown(step, index + 1, fill))
  return `${[
    `# ${guide.title}`,
    fill(introOf(guide)),
    ...steps,
    `## ${guide.steps.length + 1}. Before you go live`,
    ...beforeGoingLive(guide),
  ].join('\n\n')}\n`
}

function introOf(guide: Guide): string {
  const { library, version, isRunBy, ranOn, addresses } = guide
  const proof = isRunBy
    ? `Our tests run the same program ([\`${isRunBy}\`](../../../${isRunBy}/README.md)).`
    : `Our tests do not run it.${ranOn ? ` We followed it on ${ranOn}: sign-in and sign-out work.` : ''}`
  const written = version ? `Written for version ${version}. ` : ''
  const register = addresses
    ? `In the console, choose *Applications → New application → ${guide.title}*, with the redirect URI \`${addresses.redirectUri}\`.`
    : `In the console, choose *Applications → New application → ${guide.title}*.`
  return `${kindNames[guide.kind]}, with ${library}. ${written}${proof}\n\n${register} The application's page *Connect* shows these steps with its own values, and watches the first sign-in. [How it works](../${explanationOf(guide)}.md) explains each step.`
}

function stepAsMarkdown(
  { title, text, code = [] }: GuideStep,
  number: number,
  fill: (text: string) => string,
): string {
  const blocks = code.map((one) => blockOf(one, fill))
  return [`## ${number}. ${title}`, ...(text ? [fill(text)] : []), ...blocks].join('\n\n')
}

function blockOf({ name, language, code }: GuideCode, fill: (text: string) => string): string {
  return `**${name}**\n\n\`\`\`${language}\n${fill(code)}\n\`\`\``
}

/** What remains to be done for the application's real address. */
function beforeGoingLive({ addresses, behindProxy, kind }: Guide): readonly string[] {
  const points = [
    ...(addresses ? ['Add the redirect URI of your real address.'] : []),
    ...(addresses?.afterSignOut
      ? ['Register the address after sign-out as a redirect URI as well.']
      : []),
    ...(kind === 'spa' ? ['Register the origin of your real address as a web origin.'] : []),
    ...(addresses ? ['Add a logo and a website, so that people know where they are.'] : []),
    ...(kind === 'machine' ? ['Keep the secret where only the service can read it.'] : []),
  ]
  const list = points.map((point) => `- ${point}`).join('\n')
  const proxy = behindProxy
    ? [
        `**Behind a proxy.** A proxy that ends TLS makes most frameworks build \`http\` redirect URIs, which are refused. ${behindProxy}`,
      ]
    : []
  return [list, ...proxy]
}
