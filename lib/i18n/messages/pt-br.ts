import access from './access/pt-BR.json' with { type: 'json' }
import account from './account/pt-BR.json' with { type: 'json' }
import activity from './activity/pt-BR.json' with { type: 'json' }
import audit from './audit/pt-BR.json' with { type: 'json' }
import calls from './calls/pt-BR.json' with { type: 'json' }
import card from './card/pt-BR.json' with { type: 'json' }
import clients from './clients/pt-BR.json' with { type: 'json' }
import console from './console/pt-BR.json' with { type: 'json' }
import dashboard from './dashboard/pt-BR.json' with { type: 'json' }
import groups from './groups/pt-BR.json' with { type: 'json' }
import help from './help/pt-BR.json' with { type: 'json' }
import idp from './idp/pt-BR.json' with { type: 'json' }
import list from './list/pt-BR.json' with { type: 'json' }
import lists from './lists/pt-BR.json' with { type: 'json' }
import live from './live/pt-BR.json' with { type: 'json' }
import methods from './methods/pt-BR.json' with { type: 'json' }
import own from './own/pt-BR.json' with { type: 'json' }
import providers from './providers/pt-BR.json' with { type: 'json' }
import pages from './pt-BR.json' with { type: 'json' }
import refusals from './refusals/pt-BR.json' with { type: 'json' }
import resources from './resources/pt-BR.json' with { type: 'json' }
import search from './search/pt-BR.json' with { type: 'json' }
import settings from './settings/pt-BR.json' with { type: 'json' }
import shell from './shell/pt-BR.json' with { type: 'json' }
import users from './users/pt-BR.json' with { type: 'json' }

/** Every text in one language, a file for each area of the program. */
export const ptBr = {
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
