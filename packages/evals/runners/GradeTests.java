import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Compiles and runs the tests named in an input file, and writes the outcome of each test with the nonce of that file. */
public class GradeTests {
    private static final int NOT_COMPILED = 3;

    public static void main(String[] arguments) throws Exception {
        Path input = Path.of(arguments[0]);
        List<String> lines = Files.readAllLines(input);
        Files.delete(input);
        String nonce = lines.get(0);
        Path results = Path.of(lines.get(1));
        Path folder = Path.of(lines.get(2));
        Path build = Path.of(lines.get(3));
        List<Path> tests = lines.subList(4, lines.size()).stream().map(folder::resolve).collect(Collectors.toList());

        Path mainClasses = Files.createDirectories(build.resolve("main"));
        Path testClasses = Files.createDirectories(build.resolve("tests"));
        compile(sourcesIn(folder.resolve("src/main/java")), mainClasses, "");
        compile(sourcesIn(folder.resolve("src/test/java")), testClasses, mainClasses.toString());

        Map<String, String> outcomes = run(List.of(testClasses, mainClasses), namesOf(tests, folder), folder);
        long passed = outcomes.values().stream().filter("passed"::equals).count();
        System.out.println(passed + " of " + outcomes.size() + " tests passed.");
        String text = outcomes.entrySet().stream()
                .map(entry -> nonce + " " + entry.getValue() + " " + entry.getKey() + "\n")
                .collect(Collectors.joining());
        Files.writeString(results, text + nonce + " done\n");
        Runtime.getRuntime().halt(!outcomes.isEmpty() && passed == outcomes.size() ? 0 : 1);
    }

    private static List<String> sourcesIn(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(Path::toString).filter(name -> name.endsWith(".java")).sorted().collect(Collectors.toList());
        }
    }

    /** Without annotation processors, which would run the solution's code before its tests. */
    private static void compile(List<String> sources, Path target, String more) {
        if (sources.isEmpty()) {
            return;
        }
        String libraries = System.getProperty("java.class.path");
        List<String> options = new ArrayList<>(List.of(
                "-d", target.toString(), "-proc:none", "-nowarn", "-encoding", "UTF-8", "-g", "-implicit:none",
                "-classpath", more.isEmpty() ? libraries : libraries + java.io.File.pathSeparator + more));
        options.addAll(sources);
        int code = ToolProvider.getSystemJavaCompiler().run(null, System.out, System.out, options.toArray(new String[0]));
        if (code != 0) {
            System.out.println("The solution does not compile.");
            System.exit(NOT_COMPILED);
        }
    }

    private static List<String> namesOf(List<Path> tests, Path folder) {
        Path root = folder.resolve("src/test/java");
        return tests.stream()
                .map(test -> root.relativize(test).toString().replaceAll("\\.java$", "").replace('/', '.'))
                .collect(Collectors.toList());
    }

    /** Libraries are loaded first, so that a class of the solution cannot replace one of theirs. */
    private static Map<String, String> run(List<Path> classes, List<String> names, Path folder) throws Exception {
        URL[] urls = new URL[classes.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = classes.get(i).toUri().toURL();
        }
        URLClassLoader loader = new URLClassLoader(urls, GradeTests.class.getClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        LauncherDiscoveryRequestBuilder builder = LauncherDiscoveryRequestBuilder.request()
                // Tests that are disabled for learners are graded as well.
                .configurationParameter("junit.jupiter.conditions.deactivate", "org.junit.*DisabledCondition")
                .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "false");
        for (String name : names) {
            builder.selectors(selectClass(Class.forName(name, false, loader)));
        }
        LauncherDiscoveryRequest request = builder.build();
        LauncherConfig config = LauncherConfig.builder()
                .enableTestEngineAutoRegistration(false)
                .enableTestExecutionListenerAutoRegistration(false)
                .enableLauncherDiscoveryListenerAutoRegistration(false)
                .enableLauncherSessionListenerAutoRegistration(false)
                .enablePostDiscoveryFilterAutoRegistration(false)
                .addTestEngines(new JupiterTestEngine())
                .build();
        OutcomeListener listener = new OutcomeListener();
        LauncherFactory.create(config).execute(request, listener);
        return listener.outcomes;
    }

    private static final class OutcomeListener implements TestExecutionListener {
        final Map<String, String> outcomes = new LinkedHashMap<>();

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            outcomes.put(nameOf(test), "skipped");
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            boolean hasPassed = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
            if (hasPassed && !test.isTest()) {
                return;
            }
            outcomes.put(nameOf(test), hasPassed ? "passed" : "failed");
            if (!hasPassed) {
                System.out.println("FAILED " + test.getDisplayName());
                result.getThrowable().ifPresent(error -> System.out.println(shorten(error)));
            }
        }

        private static String nameOf(TestIdentifier test) {
            return test.getUniqueId().replaceAll("\\s+", "_");
        }

        private static String shorten(Throwable error) {
            Stream<String> frames = Stream.of(error.getStackTrace()).limit(8).map(frame -> "    at " + frame);
            return error + "\n" + frames.collect(Collectors.joining("\n"));
        }
    }
}
