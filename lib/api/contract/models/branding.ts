import { z } from 'zod'

const color = (ground: string) =>
  z
    .string()
    .describe(
      `Color of buttons and links on a ${ground} ground, such as \`#3350d0\`; adapted where it is hard to read. ` +
        'Empty, as at first: derived from the other one, or the theme’s own.',
    )

const link = (what: string) =>
  z.string().describe(`Address of ${what}, linked below the sign-in; empty: no link.`)

const image = (what: string) =>
  z.string().describe(`Where ${what} is served, to everybody; empty: there is none.`)

/** The company's look on pages and in mail. */
export const brandingSettings = z
  .object({
    primaryColor: color('light'),
    primaryColorDark: color('dark'),
    corners: z
      .enum(['theme', 'square', 'soft', 'round'])
      .describe('Form of corners; at first `theme`, which leaves it to the theme.'),
    supportUrl: link('the help page, or `mailto:` with an email address'),
    privacyUrl: link('the privacy notice'),
    termsUrl: link('the terms'),
    statusUrl: link('the status page'),
    footerText: z.string().describe('A line below the links and at the end of messages.'),
    logoLightUrl: image('the logo'),
    logoDarkUrl: image('the logo for dark grounds'),
    iconUrl: image('the icon of browser tabs and home screens'),
    warnings: z
      .array(z.enum(['low_contrast_light', 'low_contrast_dark']))
      .describe(
        'The logo, or the one for dark grounds, can hardly be seen on its ground (contrast below 1.5:1), so pages show ' +
          'it on a tile.',
      ),
  })
  .meta({ id: 'BrandingSettings' })
