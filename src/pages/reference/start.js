/** Runs in the browser, on /docs: hands the contract to Swagger UI, and follows the links of the index beside it. */

const ui = window.SwaggerUIBundle({
  url: 'docs/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelRendering: 'example',
  defaultModelExpandDepth: 2,
  // The schemas are shown where they are used.
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  persistAuthorization: false,
  // No validator of somebody else's is asked about the contract.
  validatorUrl: null,
  onComplete: openNamed,
});

const index = document.querySelector('nav');
/** What the address named before; one open operation at a time keeps the page quick. */
let opened = null;

/** Opens the operation that the address names, as Swagger UI does only for the first address. */
function openNamed() {
  const [tag, id] = decodeURIComponent(location.hash.slice(2)).split('/');
  for (const link of index.querySelectorAll('[aria-current]')) link.removeAttribute('aria-current');
  if (!id) return;
  const entry = index.querySelector(`[data-operation="${CSS.escape(id)}"]`);
  entry?.setAttribute('aria-current', 'true');
  entry?.scrollIntoView({ block: 'nearest' });
  if (opened) ui.layoutActions.show(opened, false);
  opened = ['operations', tag, id];
  ui.layoutActions.show(['operations-tag', tag], true);
  ui.layoutActions.show(opened, true);
  requestAnimationFrame(() => {
    document.getElementById(`operations-${tag.replaceAll(' ', '_')}-${id}`)?.scrollIntoView({ block: 'start' });
  });
}

index.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#/"]');
  if (!link) return;
  event.preventDefault();
  history.pushState(null, '', link.getAttribute('href'));
  index.removeAttribute('data-open');
  openNamed();
});
window.addEventListener('popstate', openNamed);

index.querySelector('button').addEventListener('click', () => index.toggleAttribute('data-open'));
