import access from './access/de.json' with { type: 'json' }
import account from './account/de.json' with { type: 'json' }
import activity from './activity/de.json' with { type: 'json' }
import audit from './audit/de.json' with { type: 'json' }
import calls from './calls/de.json' with { type: 'json' }
import card from './card/de.json' with { type: 'json' }
import clients from './clients/de.json' with { type: 'json' }
import console from './console/de.json' with { type: 'json' }
import dashboard from './dashboard/de.json' with { type: 'json' }
import pages from './de.json' with { type: 'json' }
import groups from './groups/de.json' with { type: 'json' }
import help from './help/de.json' with { type: 'json' }
import idp from './idp/de.json' with { type: 'json' }
import list from './list/de.json' with { type: 'json' }
import lists from './lists/de.json' with { type: 'json' }
import live from './live/de.json' with { type: 'json' }
import methods from './methods/de.json' with { type: 'json' }
import own from './own/de.json' with { type: 'json' }
import providers from './providers/de.json' with { type: 'json' }
import refusals from './refusals/de.json' with { type: 'json' }
import resources from './resources/de.json' with { type: 'json' }
import search from './search/de.json' with { type: 'json' }
import settings from './settings/de.json' with { type: 'json' }
import shell from './shell/de.json' with { type: 'json' }
import users from './users/de.json' with { type: 'json' }

/** Every text in one language, a file for each area of the program. */
export const de = {
  ...pages,
  access,
  account,
  activity,
  audit,
  calls,
  card,
  clients,
  console,
  dashboard,
  groups,
  help,
  idp,
  list,
  lists,
  live,
  methods,
  own,
  providers,
  refusals,
  resources,
  search,
  settings,
  shell,
  users,
}
