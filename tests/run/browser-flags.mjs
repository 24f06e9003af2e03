/**
 * With each window a whole Chromium opens two pages of its own for what is typed into the address, which
 * nobody sees here and which cost more than the page under test; and it starts a process ahead for a page
 * that may come, while each test closes its window. Of two such flags the last one counts:
 * what Playwright switches off stands here again.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
]

/** Flags for a browser that tests drive, where there is no graphics card and perhaps only root. */
export function browserFlags() {
  const quiet = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${withoutFeatures.join(',')}`,
  ]
  return process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet
}
