/**
 * Programs that fetch the images of a mail without anybody having opened it, by what they send as User-Agent. Apple's
 * Mail Privacy Protection sends nothing but `Mozilla/5.0`.
 */
const proxies: readonly RegExp[] = [
  /^$/,
  /^Mozilla\/5\.0$/,
  /GoogleImageProxy/i,
  /YahooMailProxy|YahooCacheSystem/i,
  /Microsoft Office\/\S+ \(.*Outlook-Proxy/i,
  /OutlookImageProxy|BingPreview|SkypeUriPreview/i,
  /DuckDuckGo.*Email|DuckDuckBot/i,
  /Proton(?:Mail)?[-\s]?(?:Image)?Proxy/i,
  /Barracuda|Mimecast|Proofpoint|Symantec|MessageLabs|FireEye|Trend ?Micro|Cisco-IronPort/i,
  /bot\b|crawler|spider|scanner|HeadlessChrome|python-requests|Go-http-client|curl\/|wget\//i,
];

/** Whether a fetch tells of a machine rather than of a person. */
export function isMailProxy(userAgent: string): boolean {
  return proxies.some((pattern) => pattern.test(userAgent.trim()));
}
