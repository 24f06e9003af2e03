/**
 * Parents below which strangers get names of their own, and registries of two labels. A name below one of them says
 * nothing about its neighbours. Only hosts where customers can publish a document of their own matter here; the list is
 * not complete.
 */
const names = `
amazonaws.com s3.amazonaws.com elasticbeanstalk.com amplifyapp.com awsapprunner.com cloudfront.net
appspot.com firebaseapp.com web.app run.app a.run.app cloudfunctions.net googleusercontent.com blogspot.com
azurewebsites.net azurestaticapps.net azurecontainerapps.io cloudapp.net cloudapp.azure.com azureedge.net azurefd.net
windows.net core.windows.net
github.io githubusercontent.com gitlab.io bitbucket.io codeberg.page sourceforge.io readthedocs.io
pages.dev workers.dev r2.dev trycloudflare.com vercel.app now.sh netlify.app herokuapp.com onrender.com fly.dev
railway.app up.railway.app deno.dev deno.net surge.sh render.com glitch.me replit.app repl.co replit.dev
stackblitz.io webcontainer.io codesandbox.io csb.app gitpod.io github.dev app.github.dev devtunnels.ms
ngrok.io ngrok.app ngrok.dev ngrok-free.app ngrok-free.dev loca.lt localtunnel.me serveo.net
hf.space streamlit.app supabase.co lovable.app lovableproject.com bolt.host
digitaloceanspaces.com ondigitalocean.app linodeobjects.com backblazeb2.com wasabisys.com
wordpress.com wixsite.com weebly.com squarespace.com webflow.io framer.app framer.website carrd.co notion.site
myshopify.com zendesk.com atlassian.net salesforce.com force.com my.site.com sharepoint.com
duckdns.org dyndns.org no-ip.org ddns.net hopto.org dynu.net nip.io sslip.io localtest.me
co.uk org.uk me.uk ac.uk gov.uk ltd.uk plc.uk net.uk sch.uk
com.au net.au org.au edu.au gov.au id.au co.nz net.nz org.nz ac.nz govt.nz
co.za org.za net.za web.za co.ke co.tz co.ug com.ng com.gh com.eg
com.br net.br org.br gov.br com.ar com.mx org.mx com.co com.pe com.ve com.uy com.ec cl.com
co.jp ne.jp or.jp ac.jp go.jp co.kr or.kr com.cn net.cn org.cn gov.cn com.hk com.tw org.tw com.sg com.my com.ph com.vn
co.in net.in org.in gen.in firm.in ind.in com.pk com.bd com.np com.lk co.th in.th or.th co.id or.id web.id
com.tr org.tr com.sa com.qa com.kw co.il org.il com.ua com.pl net.pl org.pl com.ro com.pt com.es com.gr com.cy
eu.com us.com uk.com de.com
`
const parents: ReadonlySet<string> = new Set(names.split(/\s+/).filter(Boolean))

/** True for a name below which strangers get names of their own, as far as the list knows. */
export function isSharedParent(name: string): boolean {
  return parents.has(name)
}

/**
 * True when two hosts belong together: they are the same, or one is below the other, and the upper one is neither a
 * single label nor a parent of strangers.
 */
export function belongTogether(one: string, other: string): boolean {
  if (one === other) return true
  const [lower, upper] = one.length > other.length ? [one, other] : [other, one]
  return lower.endsWith(`.${upper}`) && upper.includes('.') && !isSharedParent(upper)
}
