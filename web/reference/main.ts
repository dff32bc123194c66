import 'swagger-ui-dist/swagger-ui.css';
import './reference.css';
import swaggerUi from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { at } from '../data/http.ts';
import { currentTheme, onTheme, startTheme } from '../parts/theme.ts';

interface Host {
  readonly React: typeof import('react');
}
type Wrap = (original: string, host: Host) => (props: Readonly<Record<string, string>>) => unknown;

const nothing: Wrap = () => () => null;
/** Puts a part into a landmark, with a heading if the parts below it need one above theirs. */
const landmark =
  (label: string, heading?: string): Wrap =>
  (original, { React }) =>
  (props) =>
    React.createElement(
      'section',
      { 'aria-label': label },
      heading === undefined ? null : React.createElement('h2', { className: 'part-heading' }, heading),
      React.createElement(original, props),
    );
/** Keeps controls that do nothing here off the page, and gives names to those that lack one. */
const wrapComponents: Readonly<Record<string, Wrap>> = {
  // There is one server, so there is nothing to choose.
  ServersContainer:
    (_original, { React }) =>
    () =>
      React.createElement(
        'section',
        { 'aria-label': 'Base address' },
        React.createElement(
          'p',
          null,
          'Base address: ',
          React.createElement('code', null, at('api/v1').href),
        ),
      ),
  InfoContainer: landmark('About this API'),
  FilterContainer: landmark('Filter', 'Operations'),
  // Nothing is called from this page, so that it asks nobody for a credential.
  AuthorizeBtnContainer: nothing,
  authorizeOperationBtn:
    (_original, { React }) =>
    () =>
      React.createElement('span', { className: 'needs-token' }, 'token'),
  // A link inside the button that opens an operation cannot be reached by keyboard.
  DeepLink:
    (_original, { React }) =>
    ({ text }) =>
      React.createElement('span', null, text),
  CopyToClipboardBtn: nothing,
  Select:
    (original, { React }) =>
    (props) =>
      React.createElement('label', { 'aria-label': 'Values' }, React.createElement(original, props)),
};

const showTheme = (): void => {
  document.documentElement.classList.toggle('dark-mode', currentTheme() === 'dark');
};
onTheme(showTheme);
startTheme();

swaggerUi({
  url: at('openapi.json').href,
  dom_id: '#reference',
  docExpansion: 'none',
  deepLinking: true,
  filter: true,
  supportedSubmitMethods: [],
  syntaxHighlight: { activated: false },
  plugins: [{ wrapComponents }],
});
