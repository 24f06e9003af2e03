/**
 * Schemes that belong to operating systems and browsers, exact or as a prefix with `*`. They name a part of the
 * machine, of the browser, or another protocol, never a third party's application (RFC 8252 section 8.4). Their links
 * open settings, files, calls or searches without a prompt. The list is maintained by hand.
 */
const schemes = [
  // Displays or runs content.
  ...[
    'about',
    'blob',
    'cid',
    'data',
    'filesystem',
    'jar',
    'javascript',
    'livescript',
    'mhtml',
    'mid',
    'mk',
    'mocha',
  ],
  ...[
    'res',
    'resource',
    'vbscript',
    'view-source',
    'wyciwyg',
    'applescript',
    'script',
    'x-javascript',
  ],
  // Files, hosts and other protocols.
  ...[
    'afp',
    'cifs',
    'dav',
    'davs',
    'file',
    'ftp',
    'ftps',
    'gopher',
    'ldap',
    'ldapi',
    'ldaps',
    'news',
    'nfs',
    'nntp',
  ],
  ...[
    'rdp',
    'rlogin',
    'rsync',
    'scp',
    'sftp',
    'smb',
    'snews',
    'ssh',
    'telnet',
    'tftp',
    'tn3270',
    'vnc',
    'wais',
    'webcal',
  ],
  ...['webcals', 'ws', 'wss', 'x-man-page'],
  // Calls and messages.
  ...[
    'callto',
    'facetime',
    'facetime-audio',
    'facetime-prompt',
    'im',
    'imessage',
    'mailto',
    'mms',
    'mmsto',
    'sip',
    'sips',
  ],
  ...['sms', 'smsto', 'tel', 'telprompt', 'xmpp'],
  // Windows.
  ...[
    'hcp',
    'help',
    'its',
    'mctp',
    'ms',
    'ms-*',
    'onenote',
    'search',
    'search-ms',
    'shell',
    'tbauth',
    'vnd.ms.*',
  ],
  ...['windowsdefender', 'windows-feedback', 'xbox*'],
  // Apple and Android.
  ...[
    'android-app',
    'app-prefs',
    'app-settings',
    'apple-*',
    'geo',
    'intent',
    'itms*',
    'itunes',
    'itunes-*',
    'macappstore*',
  ],
  ...[
    'maps',
    'market',
    'photos-redirect',
    'prefs',
    'root-prefs',
    'shortcuts',
    'workflow',
    'x-apple*',
  ],
  // Browsers.
  ...[
    'brave',
    'chrome*',
    'devtools',
    'edge',
    'firefox',
    'firefox-*',
    'googlechrome*',
    'microsoft-edge*',
    'moz-*',
    'opera',
  ],
  ...['opera-*', 'safari', 'safari-*', 'vivaldi', 'webkit', 'webkit-*', 'x-web-search'],
]

const exact = new Set(schemes.filter((scheme) => !scheme.endsWith('*')))
const beginnings = schemes
  .filter((scheme) => scheme.endsWith('*'))
  .map((scheme) => scheme.slice(0, -1))

/**
 * The URI's scheme in lower case if it belongs to the system or the browser; null otherwise.
 * @param uri absolute
 */
export function systemScheme(uri: string): string | null {
  const scheme = uri.slice(0, Math.max(0, uri.indexOf(':'))).toLowerCase()
  const isOne = exact.has(scheme) || beginnings.some((beginning) => scheme.startsWith(beginning))
  return isOne ? scheme : null
}
